import { formatName } from '../../../kit/text/format-name.ts';
import { count } from '../../../kit/text/text-layout.ts';
import type { SinceNote } from '../../../model/report/untracked-accounts.ts';

/** Accounts that a plan with --changed-since excluded; their state is unknown. */
export function formatSinceNote({ ref, base, untouched, restsOn }: SinceNote): string {
  const commit = `${formatName(ref)} (${base.slice(0, 12)})`;
  if (restsOn !== null) {
    return `${formatName(restsOn)} changed since ${commit}; every account depends on it, so all are planned`;
  }
  if (untouched === 0) return `all accounts changed since ${commit}`;
  return `${count(untouched, 'account')} excluded: unchanged since ${commit}`;
}

import { formatName } from '../../../kit/text/format-name.ts';
import { count } from '../../../kit/text/text-layout.ts';
import type { SinceNote } from '../../../model/report/affected-accounts.ts';

/** What a plan of what was changed since a commit left out: those accounts are as nobody knows. */
export function formatSinceNote({ ref, base, untouched, restsOn }: SinceNote): string {
  const commit = `${formatName(ref)} (${base.slice(0, 12)})`;
  if (restsOn !== null) {
    return `${formatName(restsOn)} changed since ${commit}, on which all accounts rest: all are planned`;
  }
  if (untouched === 0) return `all accounts were touched since ${commit}`;
  return `${count(untouched, 'account')} not looked at: not touched since ${commit}`;
}

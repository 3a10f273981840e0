import { count } from '../../../kit/text/text-layout.ts';
import type { PlanFrame } from '../../../model/report/report.ts';
import type { SinceNote } from '../../../model/report/untracked-accounts.ts';
import type { Phrase } from '../phrase.ts';
import type { VerdictRow } from './verdict.ts';

/** Lists why a plan excludes some accounts of its environment, with their number. */
export function listLeftOut({
  summary,
  since,
  replaces,
}: Pick<PlanFrame, 'summary' | 'since' | 'replaces'>): readonly VerdictRow[] {
  const selected = summary.skipped - (since?.untouched ?? 0) - (replaces?.untouched ?? 0);
  const text = `${count(selected, 'account')} excluded by --select`;
  return [
    ...(selected === 0 ? [] : [{ name: 'excluded', text }]),
    ...(since === undefined ? [] : [{ name: 'since', text: formatSince(since) }]),
    ...(replaces === undefined
      ? []
      : [{ name: 'replaces', text: formatReplaces(replaces.untouched) }]),
  ];
}

// Accounts that a plan with --changed-since excluded; their state is unknown.
function formatSince({ ref, base, untouched, restsOn }: SinceNote): Phrase {
  const commit = [{ name: ref }, ` (${base.slice(0, 12)})`];
  if (restsOn !== null) {
    const all = '; every account depends on it, so all are planned';
    return [{ name: restsOn }, ' changed since ', ...commit, all];
  }
  if (untouched === 0) return ['all accounts changed since ', ...commit];
  return [`${count(untouched, 'account')} excluded: unchanged since `, ...commit];
}

function formatReplaces(untouched: number): string {
  if (untouched === 0) return 'the plan that it replaces changes every account of the environment';
  return `${count(untouched, 'account')} excluded: the plan that it replaces does not change them`;
}

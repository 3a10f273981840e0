import { count } from '../../kit/text/text-layout.ts';
import type { PlanFrame } from '../../model/report/report.ts';
import { formatSinceNote } from '../text/parts/format-since-note.ts';

/**
 * A reason to exclude accounts from a plan, with their number: a name, and a sentence without a
 * full stop.
 */
export type LeftOut = {
  readonly name: 'excluded' | 'since' | 'replaces';
  readonly short: string;
  readonly text: string;
};

/** Lists why a plan excludes some accounts of its environment. */
export function listLeftOut({
  summary,
  since,
  replaces,
}: Pick<PlanFrame, 'summary' | 'since' | 'replaces'>): readonly LeftOut[] {
  const selected = summary.skipped - (since?.untouched ?? 0) - (replaces?.untouched ?? 0);
  const accounts = count(selected, 'account');
  const by = { name: 'excluded', short: `${accounts} by --select` } as const;
  return [
    ...(selected === 0 ? [] : [{ ...by, text: `${accounts} excluded by --select` }]),
    ...(since === undefined ? [] : [toReason('since', formatSinceNote(since))]),
    ...(replaces === undefined ? [] : [toReason('replaces', formatReplaces(replaces.untouched))]),
  ];
}

function toReason(name: LeftOut['name'], text: string): LeftOut {
  return { name, short: text, text };
}

function formatReplaces(untouched: number): string {
  if (untouched === 0) return 'the plan that it replaces changes every account of the environment';
  return `${count(untouched, 'account')} excluded: the plan that it replaces does not change them`;
}

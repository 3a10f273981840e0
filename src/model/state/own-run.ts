import { isSameRun, type SingleRun } from '../desired/schedule.ts';
import type { LiveCycle } from '../live/live.ts';
import type { ObjectRecord } from './account-state.ts';

/**
 * Finds the single run of ours that a cycle waits for, or is in; null if it runs on something else,
 * or not at all.
 */
export function findOwnRun({
  live,
  record,
}: {
  readonly live: LiveCycle | null;
  readonly record: ObjectRecord | null;
}): SingleRun | null {
  const run = record?.run ?? null;
  if (live?.status !== 'Active' || run === null) return null;
  const { schedule } = run;
  if (schedule.kind !== 'once' || run.isBeforeRun === true) return null;
  return live.schedule === null || isSameRun(live.schedule, schedule) ? schedule : null;
}

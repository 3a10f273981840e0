import { isNearRun, isSameRun, type LiveSchedule, type SingleRun } from '../desired/schedule.ts';
import type { LiveCycle } from '../live/live.ts';
import { type ObjectRecord, type SentActivation, toEffectiveRun } from './account-state.ts';

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
  const run = toEffectiveRun(record?.run ?? null);
  if (live?.status !== 'Active' || run?.schedule.kind !== 'once') return null;
  return live.schedule === null || isShown(run.schedule, run, live.schedule) ? run.schedule : null;
}

// A run without a time starts by the service's own clock.
function isShown(run: SingleRun, { sent }: SentActivation, shown: LiveSchedule): boolean {
  return isSameRun(shown, run) || (sent.startTime === undefined && isNearRun(shown, run));
}

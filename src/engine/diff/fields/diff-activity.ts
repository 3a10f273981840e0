import type { NamedCycle } from '../../../model/desired/bound.ts';
import type { ComparedField } from '../../../model/diff/field-diff.ts';
import { findAwaitedRun, isRunning, type RunState } from '../../../model/diff/run-state.ts';
import type { LiveCycle } from '../../../model/live/live.ts';
import type { PauseRecord } from '../../../model/state/account-state.ts';

/** Context of a cycle's run state. */
export type ActivityContext = {
  readonly named: NamedCycle;
  readonly live: LiveCycle | null;
  readonly runState: RunState;
  readonly pause: PauseRecord | null;
};

/**
 * Compares `state` and `schedule` beyond the table: our own interrupted pause and single run are no
 * drift. A schedule is compared only while the cycle runs, because activation sends it.
 */
export function diffActivity(field: ComparedField, observation: ActivityContext): ComparedField {
  if (observation.live === null || isLeft(field, observation)) return field;
  if (field.path === 'state') return diffState(field, observation);
  if (field.path === 'schedule') return diffSchedule(field, observation);
  return field;
}

// Fields of others are shown as they are.
function isLeft({ path }: ComparedField, { named }: ActivityContext): boolean {
  const { activity, ownedActivity } = named.bound.desired;
  if (ownedActivity === undefined) return false;
  return activity.kind !== 'set' || (path === 'schedule' && activity.value.schedule === null);
}

function diffState(field: ComparedField, observation: ActivityContext): ComparedField {
  if (field.comparison === 'same') return field;
  // We paused it; the plan must not name Git or others as the cause.
  const unfinished = { ...field, comparison: 'unfinished' } as const;
  if (observation.pause !== null) return unfinished;
  return isNeverStarted(field, observation) ? unfinished : field;
}

// We created it to run, and were interrupted before its start.
function isNeverStarted({ applied }: ComparedField, { runState }: ActivityContext): boolean {
  return !isRunning(runState) && applied?.kind === 'plain' && applied.value === null;
}

function diffSchedule(field: ComparedField, observation: ActivityContext): ComparedField {
  const { activity } = observation.named.bound.desired;
  const wantsRun = activity.kind === 'set' && activity.value.kind === 'active';
  // A single run of ours sends a schedule of its own.
  const { runState } = observation;
  const runs = isRunning(runState) && findAwaitedRun(runState) === null;
  return wantsRun && runs ? field : { ...field, comparison: 'not-compared' };
}

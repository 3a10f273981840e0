import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { toFieldPath } from '../../../model/address.ts';
import type { NamedCycle } from '../../../model/desired/bound.ts';
import { isSameRun, type SingleRun } from '../../../model/desired/schedule.ts';
import type { ComparedField } from '../../../model/diff/field-diff.ts';
import { isOwnRun, isRunning, type RunState } from '../../../model/diff/run-state.ts';
import type { LiveCycle } from '../../../model/live/live.ts';
import type { ObjectRecord, PauseRecord } from '../../../model/state/account-state.ts';

/** Context of a cycle's run state. */
export type ActivityContext = {
  readonly named: NamedCycle;
  readonly live: LiveCycle | null;
  readonly runState: RunState;
  readonly record: ObjectRecord | null;
  readonly pause: PauseRecord | null;
  /** True for an interrupted create of ours. */
  readonly isInterrupted: boolean;
  /** True if a deposed cycle had the single run that Git asks for. */
  readonly isSpent: boolean;
};

/**
 * Compares `state` and `schedule` beyond the table: our own interrupted pause and a finished single
 * run are no drift. A schedule is compared only while the cycle runs, because activation sends it.
 */
export function diffActivity(field: ComparedField, observation: ActivityContext): ComparedField {
  if (observation.live === null || isLeft(field, observation)) return field;
  if (isOwnRun(observation.runState)) return diffOwnRun(field);
  if (field.path === 'state') return diffState(field, observation);
  if (field.path === 'schedule') return diffSchedule(field, observation);
  return field;
}

// A single run of ours is no change of its state, and sends a schedule of its own.
function diffOwnRun(field: ComparedField): ComparedField {
  if (field.path === 'state') return withComparison(field, 'same');
  return field.path === 'schedule' ? withComparison(field, 'not-compared') : field;
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
  const { activity } = observation.named.bound.desired;
  const isOnce =
    activity.kind === 'set' &&
    activity.value.kind === 'active' &&
    activity.value.schedule?.kind === 'once';
  // It pauses itself after its run; only another time in Git starts it again.
  if (isOnce) {
    const isMoved = field.comparison === 'git' || hasSent(observation);
    const moved = { ...field, comparison: 'git' } as const;
    return resolveSpent(field, observation) ?? (isMoved ? moved : unfinished);
  }
  return isNeverStarted(field, observation) ? unfinished : field;
}

// We created it to run, and were interrupted before its start.
function isNeverStarted({ applied }: ComparedField, { runState }: ActivityContext): boolean {
  return !isRunning(runState) && applied?.kind === 'plain' && applied.value === null;
}

function hasSent({ record }: ActivityContext): boolean {
  return record?.applied[toFieldPath('schedule')] !== undefined;
}

function diffSchedule(field: ComparedField, observation: ActivityContext): ComparedField {
  const { activity } = observation.named.bound.desired;
  const wantsRun = activity.kind === 'set' && activity.value.kind === 'active';
  const runs = isRunning(observation.runState);
  if (!wantsRun) return withComparison(field, 'not-compared');
  if (activity.value.schedule?.kind === 'once') {
    return resolveSpent(field, observation) ?? (runs ? field : toUnsent(field));
  }
  return runs ? field : withComparison(field, 'not-compared');
}

// `once` is an event: sent once per cycle and time, and recorded. Without state it may have been
// sent, and is not sent again.
function resolveSpent(field: ComparedField, observation: ActivityContext): ComparedField | null {
  const { activity } = observation.named.bound.desired;
  if (activity.kind !== 'set' || activity.value.kind !== 'active') return null;
  const { schedule } = activity.value;
  if (schedule?.kind !== 'once') return null;
  if (observation.isSpent || isUnderWay(field, observation, schedule))
    return withComparison(field, 'same');
  if (observation.isInterrupted) return null;
  if (observation.record === null) {
    return withComparison(field, isShown(field, observation, schedule) ? 'same' : 'not-readable');
  }
  const sent = observation.record.applied[toFieldPath('schedule')];
  return sent?.kind === 'plain' && isSameJson(schedule, sent.value)
    ? withComparison(field, 'same')
    : null;
}

// A running cycle that shows the desired single run was sent it by others.
function isShown(
  { live: read }: ComparedField,
  { runState }: ActivityContext,
  schedule: SingleRun,
): boolean {
  return isRunning(runState) && read?.kind === 'plain' && isSameJson(read.value, schedule);
}

// A running cycle proves a start of unknown outcome, if its schedule cannot be read.
function isUnderWay(
  { live: read }: ComparedField,
  { runState, record }: ActivityContext,
  schedule: SingleRun,
): boolean {
  const asked = record?.run?.schedule;
  if (!isRunning(runState) || read?.kind !== 'not-readable' || asked === undefined) return false;
  return isSameRun(asked, schedule);
}

// A paused cycle shows its last requested schedule, which proves no run.
function toUnsent(field: ComparedField): ComparedField {
  return field.comparison === 'same' ? { ...field, comparison: 'git' } : field;
}

function withComparison(
  field: ComparedField,
  comparison: 'same' | 'not-readable' | 'not-compared',
): ComparedField {
  return { ...field, comparison };
}

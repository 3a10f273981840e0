import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { toFieldPath } from '../../../model/address.ts';
import type { NamedCycle } from '../../../model/desired/bound.ts';
import { isSameRun, type SingleRun } from '../../../model/desired/schedule.ts';
import type { FieldDiff } from '../../../model/diff/field-diff.ts';
import type { LiveCycle } from '../../../model/live/live.ts';
import type { ObjectRecord, PauseRecord } from '../../../model/memory/account-state.ts';

/** What is known of a cycle's running beside the field itself. */
export type ActivityContext = {
  readonly named: NamedCycle;
  readonly live: LiveCycle | null;
  readonly record: ObjectRecord | null;
  readonly pause: PauseRecord | null;
  /** Making it was begun by us and its end is not known. */
  readonly isInterrupted: boolean;
  /** The single run that Git asks for was had by one that makes way for it. */
  readonly isSpent: boolean;
};

/**
 * Judges `state` and `schedule` with what the table cannot know: two ways of being paused are no
 * drift (we paused it and were interrupted; a single run that was sent is over), and a schedule
 * travels with the activation, so that it is compared only while the cycle runs: at rest what was last applied stays.
 */
export function diffActivity(field: FieldDiff, observation: ActivityContext): FieldDiff {
  if (observation.live === null || isLeft(field, observation)) return field;
  if (field.path === 'state') return diffState(field, observation);
  if (field.path === 'schedule') return diffSchedule(field, observation);
  return field;
}

// What others have the say over is shown as it is.
function isLeft({ path }: FieldDiff, { named }: ActivityContext): boolean {
  const { activity, ownedActivity } = named.bound.desired;
  if (ownedActivity === undefined) return false;
  return activity.kind !== 'set' || (path === 'schedule' && activity.value.schedule === null);
}

function diffState(field: FieldDiff, observation: ActivityContext): FieldDiff {
  if (field.state === 'same') return field;
  // Nobody moved it but we; the plan must not say that Git or the service did.
  const unfinished = { ...field, state: 'unfinished', isDrift: false } as const;
  if (observation.pause !== null) return unfinished;
  const { activity } = observation.named.bound.desired;
  const isOnce =
    activity.kind === 'set' &&
    activity.value.kind === 'active' &&
    activity.value.schedule?.kind === 'once';
  // After its run it is paused by itself; only another moment in Git starts it again.
  if (isOnce) {
    const isMoved = field.state === 'manifest' || hasSent(observation);
    const moved = { ...field, state: 'manifest', isDrift: false } as const;
    return resolveSpent(field, observation) ?? (isMoved ? moved : unfinished);
  }
  return isNeverStarted(field, observation) ? unfinished : field;
}

// We made it to run it, and did not get to that.
function isNeverStarted({ applied }: FieldDiff, { live }: ActivityContext): boolean {
  return live?.status !== 'Active' && applied?.kind === 'plain' && applied.value === null;
}

function hasSent({ record }: ActivityContext): boolean {
  return record?.applied[toFieldPath('schedule')] !== undefined;
}

function diffSchedule(field: FieldDiff, observation: ActivityContext): FieldDiff {
  const { activity } = observation.named.bound.desired;
  const wantsRun = activity.kind === 'set' && activity.value.kind === 'active';
  const isRunning = observation.live?.status === 'Active';
  if (!wantsRun) return withState(field, 'not-compared');
  if (activity.value.schedule?.kind === 'once') {
    return resolveSpent(field, observation) ?? (isRunning ? field : toUnsent(field));
  }
  return isRunning ? field : withState(field, 'not-compared');
}

// `once` is an event: sent one time per cycle and moment, and remembered. Without memory nobody knows
// whether it was sent, and it is not sent again.
function resolveSpent(field: FieldDiff, observation: ActivityContext): FieldDiff | null {
  const { activity } = observation.named.bound.desired;
  if (activity.kind !== 'set' || activity.value.kind !== 'active') return null;
  const { schedule } = activity.value;
  if (schedule?.kind !== 'once') return null;
  if (observation.isSpent || isUnderWay(field, observation, schedule))
    return withState(field, 'same');
  if (observation.isInterrupted) return null;
  if (observation.record === null) {
    return withState(field, isShown(field, observation, schedule) ? 'same' : 'not-readable');
  }
  const sent = observation.record.applied[toFieldPath('schedule')];
  return sent?.kind === 'plain' && isSameJson(schedule, sent.value)
    ? withState(field, 'same')
    : null;
}

// One that waits for the run that Git asks for, and shows it, was sent it by somebody.
function isShown(
  { live: read }: FieldDiff,
  { live }: ActivityContext,
  schedule: SingleRun,
): boolean {
  return live?.status === 'Active' && read?.kind === 'plain' && isSameJson(read.value, schedule);
}

// What became of its start was not known then; that it runs now tells, where nobody can read on what.
function isUnderWay(
  { live: read }: FieldDiff,
  { live, record }: ActivityContext,
  schedule: SingleRun,
): boolean {
  const asked = record?.run?.schedule;
  if (live?.status !== 'Active' || read?.kind !== 'not-readable' || asked === undefined)
    return false;
  return isSameRun(asked, schedule);
}

// What a cycle at rest shows is what it was once asked for, and no proof that it had it.
function toUnsent(field: FieldDiff): FieldDiff {
  return field.state === 'same' ? { ...field, state: 'manifest', isChange: true } : field;
}

function withState(field: FieldDiff, state: 'same' | 'not-readable' | 'not-compared'): FieldDiff {
  return { ...field, state, isChange: false, isDrift: false };
}

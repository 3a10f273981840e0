import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { toFieldPath } from '../../../model/address.ts';
import type { NamedCycle } from '../../../model/desired/bound.ts';
import { isSameRun, type SingleRun } from '../../../model/desired/schedule.ts';
import type { FieldVerdict } from '../../../model/diff/verdict.ts';
import type { LiveCycle } from '../../../model/live/live.ts';
import type { ObjectRecord, PauseRecord } from '../../../model/memory/memory.ts';

/** What is known of a cycle's running beside the field itself. */
export type ActivitySight = {
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
export function judgeActivity(verdict: FieldVerdict, sight: ActivitySight): FieldVerdict {
  if (sight.live === null || isLeft(verdict, sight)) return verdict;
  if (verdict.path === 'state') return judgeState(verdict, sight);
  if (verdict.path === 'schedule') return judgeSchedule(verdict, sight);
  return verdict;
}

// What others have the say over is shown as it is.
function isLeft({ path }: FieldVerdict, { named }: ActivitySight): boolean {
  const { activity, leftActivity } = named.bound.desired;
  if (leftActivity === undefined) return false;
  return activity.kind !== 'set' || (path === 'schedule' && activity.value.schedule === null);
}

function judgeState(verdict: FieldVerdict, sight: ActivitySight): FieldVerdict {
  if (verdict.state === 'same') return verdict;
  // Nobody moved it but we; the plan must not say that Git or the service did.
  const unfinished = { ...verdict, state: 'unfinished', isDrift: false } as const;
  if (sight.pause !== null) return unfinished;
  const { activity } = sight.named.bound.desired;
  const isOnce =
    activity.kind === 'set' &&
    activity.value.kind === 'active' &&
    activity.value.schedule?.kind === 'once';
  // After its run it is paused by itself; only another moment in Git starts it again.
  if (isOnce) {
    const isMoved = verdict.state === 'manifest' || hasSent(sight);
    const moved = { ...verdict, state: 'manifest', isDrift: false } as const;
    return settleSpent(verdict, sight) ?? (isMoved ? moved : unfinished);
  }
  return isNeverStarted(verdict, sight) ? unfinished : verdict;
}

// We made it to run it, and did not get to that.
function isNeverStarted({ applied }: FieldVerdict, { live }: ActivitySight): boolean {
  return live?.status !== 'Active' && applied?.kind === 'plain' && applied.value === null;
}

function hasSent({ record }: ActivitySight): boolean {
  return record?.applied[toFieldPath('schedule')] !== undefined;
}

function judgeSchedule(verdict: FieldVerdict, sight: ActivitySight): FieldVerdict {
  const { activity } = sight.named.bound.desired;
  const wantsRun = activity.kind === 'set' && activity.value.kind === 'active';
  const isRunning = sight.live?.status === 'Active';
  if (!wantsRun) return settle(verdict, 'not-compared');
  if (activity.value.schedule?.kind === 'once') {
    return settleSpent(verdict, sight) ?? (isRunning ? verdict : toUnsent(verdict));
  }
  return isRunning ? verdict : settle(verdict, 'not-compared');
}

// `once` is an event: sent one time per cycle and moment, and remembered. Without memory nobody knows
// whether it was sent, and it is not sent again.
function settleSpent(verdict: FieldVerdict, sight: ActivitySight): FieldVerdict | null {
  const { activity } = sight.named.bound.desired;
  if (activity.kind !== 'set' || activity.value.kind !== 'active') return null;
  const { schedule } = activity.value;
  if (schedule?.kind !== 'once') return null;
  if (sight.isSpent || isUnderWay(verdict, sight, schedule)) return settle(verdict, 'same');
  if (sight.isInterrupted) return null;
  if (sight.record === null) {
    return settle(verdict, isShown(verdict, sight, schedule) ? 'same' : 'not-readable');
  }
  const sent = sight.record.applied[toFieldPath('schedule')];
  return sent?.kind === 'plain' && isSameJson(schedule, sent.value)
    ? settle(verdict, 'same')
    : null;
}

// One that waits for the run that Git asks for, and shows it, was sent it by somebody.
function isShown(
  { live: read }: FieldVerdict,
  { live }: ActivitySight,
  schedule: SingleRun,
): boolean {
  return live?.status === 'Active' && read?.kind === 'plain' && isSameJson(read.value, schedule);
}

// What became of its start was not known then; that it runs now tells, where nobody can read on what.
function isUnderWay(
  { live: read }: FieldVerdict,
  { live, record }: ActivitySight,
  schedule: SingleRun,
): boolean {
  const asked = record?.run?.schedule;
  if (live?.status !== 'Active' || read?.kind !== 'not-readable' || asked === undefined)
    return false;
  return isSameRun(asked, schedule);
}

// What a cycle at rest shows is what it was once asked for, and no proof that it had it.
function toUnsent(verdict: FieldVerdict): FieldVerdict {
  return verdict.state === 'same' ? { ...verdict, state: 'manifest', isChange: true } : verdict;
}

function settle(
  verdict: FieldVerdict,
  state: 'same' | 'not-readable' | 'not-compared',
): FieldVerdict {
  return { ...verdict, state, isChange: false, isDrift: false };
}

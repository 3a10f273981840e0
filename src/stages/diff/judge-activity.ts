import { isSameJson } from '../../kit/canonical-json.ts';
import type { NamedCycle } from '../../model/bound.ts';
import type { LiveCycle } from '../../model/live.ts';
import type { ObjectRecord, PauseRecord } from '../../model/memory.ts';
import type { FieldVerdict } from '../../model/verdict.ts';

/** What is known of a cycle's running beside the field itself. */
export type ActivitySight = {
  readonly named: NamedCycle;
  readonly live: LiveCycle | null;
  readonly record: ObjectRecord | null;
  readonly pause: PauseRecord | null;
};

/**
 * Judges `state` and `schedule` with what the table cannot know: two ways of being paused are no
 * drift (we paused it and were interrupted; a single run that was sent is over), and a schedule
 * travels with the activation, so that it differs by itself only while the cycle runs.
 */
export function judgeActivity(verdict: FieldVerdict, sight: ActivitySight): FieldVerdict {
  if (sight.live === null) return verdict;
  if (verdict.path === 'state') return judgeState(verdict, sight);
  if (verdict.path === 'schedule') return judgeSchedule(verdict, sight);
  return verdict;
}

function judgeState(verdict: FieldVerdict, sight: ActivitySight): FieldVerdict {
  if (verdict.state === 'same') return verdict;
  if (sight.pause !== null) return { ...verdict, isDrift: false };
  return isRunSpent(sight) ? settle(verdict) : verdict;
}

function judgeSchedule(verdict: FieldVerdict, sight: ActivitySight): FieldVerdict {
  const { activity } = sight.named.bound.desired;
  const wantsRun = activity.kind === 'set' && activity.value.kind === 'active';
  const isOnce = activity.kind === 'set' && activity.value.schedule?.kind === 'once';
  const isRunning = sight.live?.status === 'Active';
  if (!wantsRun) return settle(verdict);
  if (isOnce) return isRunSpent(sight) ? settle(verdict) : verdict;
  return isRunning ? verdict : settle(verdict);
}

// `once` is an event: sent one time per cycle and moment, and remembered.
function isRunSpent(sight: ActivitySight): boolean {
  const { activity } = sight.named.bound.desired;
  if (activity.kind !== 'set' || activity.value.kind !== 'active') return false;
  const { schedule } = activity.value;
  return schedule?.kind === 'once' && isSameJson(schedule, sight.record?.run?.schedule ?? null);
}

function settle(verdict: FieldVerdict): FieldVerdict {
  return { ...verdict, state: 'same', isChange: false, isDrift: false };
}

import { toPointer } from '../../../../kit/json/json-pointer.ts';
import type { Schedule } from '../../../../model/desired/schedule.ts';
import type { CycleDiff, FieldVerdict } from '../../../../model/diff/verdict.ts';
import type { PlainValue } from '../../../../model/fields/field-value.ts';
import type { WrittenCycle } from '../../../../model/manifest/manifest.generated.ts';
import { toWrittenSchedule } from '../../describe/yaml/to-written.ts';
import { hasMoved } from '../has-moved.ts';
import { findObstacle } from '../place/find-obstacle.ts';
import { takePlain } from './take-text.ts';
import {
  type Entry,
  joinTaken,
  nothingTaken,
  refuse,
  type Taken,
  takeAway,
  takeBeside,
  takeValue,
} from './taken.ts';

type ActivityPart = Entry<CycleDiff> & { readonly written: WrittenCycle };

/**
 * Whether and when a cycle runs. One that somebody has started runs on a schedule of theirs: where the service shows
 * none, the one that is written is not its schedule any more, and its line goes.
 */
export function takeActivity(entry: ActivityPart): Taken {
  const { verdicts } = entry.object;
  const state = verdicts.find(({ path }) => path === 'state');
  const schedule = verdicts.find(({ path }) => path === 'schedule');
  const isMoved = state !== undefined && hasMoved(state);
  const path = [...entry.root, 'state'];
  // Where its line cannot say that it runs, the schedule stays beside it as it is.
  const isSaid = !entry.document.isInterpolated(toPointer(path));
  const isStarted = isMoved && isSaid && liveOf(state) === 'active';
  return joinTaken([
    isMoved ? (findObstacle(entry, state) ?? takePlain(entry, state, { path })) : nothingTaken,
    schedule === undefined ? nothingTaken : takeRun(entry, schedule, isStarted),
  ]);
}

function takeRun(entry: ActivityPart, schedule: FieldVerdict, isStarted: boolean): Taken {
  if (hasMoved(schedule)) return takeSchedule(entry, schedule);
  const goesAlong = isStarted && schedule.owner === undefined;
  return goesAlong ? takeBeside(takeSchedule(entry, schedule)) : nothingTaken;
}

function takeSchedule(entry: ActivityPart, verdict: FieldVerdict): Taken {
  const path = [...entry.root, 'schedule'];
  const obstacle = findObstacle(entry, verdict);
  if (obstacle !== null) return obstacle;
  const live = liveOf(verdict) as Schedule | null;
  if (live === null) {
    return joinTaken([
      takeAway(entry, verdict, path),
      refuse(entry, verdict, {
        code: 'schedule-not-shown',
        severity: 'warning',
        summary: 'The cycle was started in the service, which does not show its schedule',
        remedy: 'Write schedule: {every: 15m}, or another; the next apply sends it.',
      }),
    ]);
  }
  const { schedule } = entry.written;
  const startAt =
    schedule === undefined
      ? null
      : 'once' in schedule
        ? schedule.once.at
        : (schedule.startAt ?? null);
  const wording = toWrittenSchedule(live, { startAt });
  if ('value' in wording) return takeValue(entry, verdict, { path, value: wording.value });
  return refuse(entry, verdict, {
    summary: `The schedule cannot be written: ${wording.lacks}`,
    remedy: 'Remove the line schedule.',
  });
}

function liveOf({ live }: FieldVerdict): PlainValue {
  return live?.kind === 'plain' ? live.value : null;
}

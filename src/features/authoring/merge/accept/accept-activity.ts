import { toPointer } from '../../../../kit/json/json-pointer.ts';
import type { Schedule } from '../../../../model/desired/schedule.ts';
import { isOfOthers } from '../../../../model/diff/disposition.ts';
import type { CycleDiff, FieldDiff } from '../../../../model/diff/field-diff.ts';
import type { PlainValue } from '../../../../model/fields/field-value.ts';
import type { WrittenCycle } from '../../../../model/manifest/manifest.generated.ts';
import { toWrittenSchedule } from '../../describe/yaml/to-written.ts';
import { findObstacle } from '../edits/find-obstacle.ts';
import { hasDrifted } from '../has-drifted.ts';
import { acceptPlain } from './accept-text.ts';
import {
  type Accepted,
  acceptBeside,
  acceptRemoval,
  acceptValue,
  type Entry,
  makeRefusal,
  mergeAccepted,
  nothingAccepted,
} from './accepted.ts';

type ActivityPart = Entry<CycleDiff> & { readonly written: WrittenCycle };

/**
 * Accepts the state and schedule of a cycle. Removes the schedule of one that others started, where
 * the service shows none, because the written one no longer applies.
 */
export function acceptActivity(entry: ActivityPart): Accepted {
  const { fields } = entry.object;
  const state = fields.find(({ path }) => path === 'state');
  const schedule = fields.find(({ path }) => path === 'schedule');
  const isMoved = state !== undefined && hasDrifted(state);
  const path = [...entry.root, 'state'];
  // Keeps the schedule next to a state that cannot be written.
  const isSaid = !entry.document.isInterpolated(toPointer(path));
  const isStarted = isMoved && isSaid && toLiveValue(state) === 'active';
  return mergeAccepted([
    isMoved ? (findObstacle(entry, state) ?? acceptPlain(entry, state, { path })) : nothingAccepted,
    schedule === undefined ? nothingAccepted : acceptRun(entry, schedule, isStarted),
  ]);
}

function acceptRun(entry: ActivityPart, schedule: FieldDiff, isStarted: boolean): Accepted {
  if (hasDrifted(schedule)) return acceptSchedule(entry, schedule);
  const goesAlong = isStarted && !schedule.pendingSeed && !isOfOthers(schedule);
  return goesAlong ? acceptBeside(acceptSchedule(entry, schedule)) : nothingAccepted;
}

function acceptSchedule(entry: ActivityPart, field: FieldDiff): Accepted {
  const path = [...entry.root, 'schedule'];
  const obstacle = findObstacle(entry, field);
  if (obstacle !== null) return obstacle;
  const live = toLiveValue(field) as Schedule | null;
  if (live === null) {
    return mergeAccepted([
      acceptRemoval(entry, field, path),
      makeRefusal(entry, field, {
        code: 'schedule-not-shown',
        severity: 'warning',
        summary: 'The cycle was started in the service, which does not show its schedule',
        remedy: 'Write a schedule such as {every: 15m}; the next apply sends it.',
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
  if ('value' in wording) return acceptValue(entry, field, { path, value: wording.value });
  return makeRefusal(entry, field, {
    summary: `The schedule cannot be written: ${wording.lacks}`,
    remedy: 'Remove the line schedule.',
  });
}

function toLiveValue({ live }: FieldDiff): PlainValue {
  return live?.kind === 'plain' ? live.value : null;
}

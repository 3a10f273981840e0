import { parsePointer, readPointer, toPointer } from '../../../../kit/json/json-pointer.ts';
import type { YamlData } from '../../../../kit/yaml/yaml-value.ts';
import { parsePath, toFieldAddress, toFieldPath } from '../../../../model/address.ts';
import { parseStepTarget } from '../../../../model/desired/launch-path.ts';
import { ignored, type MappingSource } from '../../../../model/desired/mapping.ts';
import type { LiveSchedule } from '../../../../model/desired/schedule.ts';
import { reportWarning } from '../../../../model/diagnostic/diagnostic.ts';
import { isOfOthers } from '../../../../model/diff/disposition.ts';
import {
  type CycleDiff,
  type FieldDiff,
  isGoneVariable,
} from '../../../../model/diff/field-diff.ts';
import { goneVariableRemedy } from '../../../../model/diff/unresolved-name.ts';
import { isServiceWord } from '../../../../model/fields/cycle-fields.ts';
import type { PlainValue } from '../../../../model/fields/field-value.ts';
import { toUnescapedText } from '../../../../model/manifest/interpolation.ts';
import { keyOrder } from '../../../../model/manifest/key-order.ts';
import type {
  WrittenCycle,
  WrittenMapping,
} from '../../../../model/manifest/manifest.generated.ts';
import { isAddable } from '../../../../model/observed/is-of-manifests.ts';
import { isUpgradeAt } from '../../../../model/observed/unmanaged.ts';
import { formatDriftCommand } from '../../../../model/report/advice/commands.ts';
import { toWrittenMapping, toWrittenSchedule, toWrittenText } from '../../describe/to-written.ts';
import { findObstacle } from '../edits/find-obstacle.ts';
import { hasDrifted } from '../found-account.ts';
import { acceptRetention } from './accept-retention.ts';
import { acceptClearable, acceptPlain, acceptSetting, acceptText } from './accept-text.ts';
import {
  type Accepted,
  acceptBeside,
  acceptRemoval,
  acceptValue,
  type Entry,
  makeRefusal,
  mergeAccepted,
  nothingAccepted,
  toLiveValue,
} from './accepted.ts';

export type CyclePart = Entry<CycleDiff> & { readonly written: WrittenCycle };

/** Accepts out-of-band changes of a cycle as edits of its manifest. */
export function acceptCycle(entry: CyclePart): Accepted {
  return mergeAccepted([
    ...entry.object.fields.filter(hasDrifted).map((field) => acceptField(entry, field)),
    acceptRetention(entry, entry.written.retention),
    acceptActivity(entry),
  ]);
}

const grouped = new Set(['retention', 'state', 'schedule']);

function acceptField(entry: CyclePart, field: FieldDiff): Accepted {
  const names = parsePath(field.path);
  const [section = '', name = ''] = names;
  if (grouped.has(section)) return nothingAccepted;
  const isUnwritten = field.desired.isBaseline === true;
  const live = field.live?.kind === 'plain' ? field.live.value : undefined;
  if (isUnwritten && !isAddable(field.path, live)) return refuseUnsayable(entry, field);
  // Uses the step names of the manifest, which may differ from those of a plan.
  const path =
    section === 'steps' && !isUnwritten
      ? parsePointer(field.desired.at.pointer).map(toUnescapedText)
      : [...entry.root, ...names];
  const obstacle = findObstacle(entry, field);
  if (obstacle !== null) return obstacle;
  if (isGoneVariable(entry.object, field)) return refuseGone(entry, field);
  switch (section) {
    case 'displayName':
      return acceptText(entry, field, { path, order: keyOrder.cycle });
    case 'description':
      return acceptClearable(entry, field, path);
    case 'errorAction':
    case 'collectionSplit':
      return acceptWord(entry, field, path);
    case 'logRequests':
    case 'shareable':
      return acceptPlain(entry, field, { path });
    case 'tags':
      return acceptValue(entry, field, { path, value: toTags(entry, toLiveValue(field)) });
    case 'variables': {
      const before = entry.written.variables?.[name];
      const write = (text: string) =>
        acceptValue(entry, field, { path, value: toWrittenText(text, before) });
      return acceptSetting(entry, field, { path, write });
    }
    case 'connectors':
      return acceptSlot(entry, field, path);
    case 'steps':
      return parseStepTarget(field.path)?.isLaunch === true
        ? acceptPlain(entry, field, { path })
        : acceptMapping(entry, field, path);
    default:
      return makeRefusal(entry, field, {
        summary: 'The cycle of this name uses another template',
        remedy: 'Change the displayName of the entry, or declare the live cycle.',
      });
  }
}

function refuseUnsayable(entry: CyclePart, field: FieldDiff): Accepted {
  const { environment } = entry.diff.desired;
  const address = toFieldAddress(entry.object.address, field.path);
  const accept = formatDriftCommand('--accept', { environment, address });
  if (isUpgradeAt(entry.diff, address)) {
    const summary =
      'The cycle has the steps of the live release of its template, and a manifest names no release';
    return makeRefusal(entry, field, { summary, remedy: `Accept it: ${accept}` });
  }
  return makeRefusal(entry, field, {
    summary: 'It changed in the service, and a manifest cannot express it',
    remedy: `Restore it in the console, or accept it: ${accept}`,
  });
}

function refuseGone(entry: CyclePart, field: FieldDiff): Accepted {
  return makeRefusal(entry, field, {
    summary: 'The variable no longer exists in the cycle',
    remedy: goneVariableRemedy,
  });
}

function acceptWord(entry: CyclePart, field: FieldDiff, path: readonly string[]): Accepted {
  if (isServiceWord(String(toLiveValue(field)))) return acceptPlain(entry, field, { path });
  return makeRefusal(entry, field, {
    summary: 'The service has a word that a manifest cannot express',
    remedy: 'Remove the line to leave it unmanaged, or restore its value with apply.',
  });
}

function toTags({ written }: CyclePart, live: PlainValue): YamlData {
  return orderTags(written.tags ?? [], Array.isArray(live) ? live : []);
}

function acceptSlot(entry: CyclePart, field: FieldDiff, path: readonly string[]): Accepted {
  const key = toLiveValue(field);
  const { connectors } = entry.diff.desired;
  if (typeof key === 'string' && connectors.kind === 'set' && connectors.value.has(key)) {
    return acceptValue(entry, field, { path, value: key });
  }
  return makeRefusal(entry, field, {
    summary: `The cycle uses ${String(key)}, which this manifest does not declare`,
    remedy: 'Add the connector under its own key, and write that key here.',
  });
}

function acceptMapping(entry: CyclePart, field: FieldDiff, path: readonly string[]): Accepted {
  const live = toLiveValue(field) as MappingSource | null;
  const source = live ?? (field.desired.isBaseline === true ? ignored : null);
  if (source === null) return acceptRemoval(entry, field, path);
  const before = readPointer(entry.document.written, toPointer(path));
  const { shape } = entry.object.desired;
  const wording = toWrittenMapping(source, before as WrittenMapping | undefined, shape);
  if ('value' in wording) return acceptValue(entry, field, { path, value: wording.value });
  return makeRefusal(entry, field, {
    summary: `It cannot be written: ${wording.lacks}`,
    remedy: 'Map it in the console to something with a name, or restore it with apply.',
  });
}

/**
 * Orders live tags as in the file, because their live order is ours. New tags replace removed ones
 * in place if the numbers match; else they follow.
 */
export function orderTags(before: readonly string[], live: readonly string[]): string[] {
  const kept = before.filter((tag) => live.includes(tag));
  const fresh = [...new Set(live)].filter((tag) => !before.includes(tag));
  if (before.length - kept.length !== fresh.length) return [...kept, ...fresh];
  const next = fresh.values();
  return before.map((tag) => (live.includes(tag) ? tag : (next.next().value ?? tag)));
}

/**
 * Accepts the state and schedule of a cycle. Removes the schedule of one that others started, where
 * the service shows none, because the written one no longer applies.
 */
function acceptActivity(entry: CyclePart): Accepted {
  const { fields } = entry.object;
  const state = fields.find(({ path }) => path === 'state');
  const schedule = fields.find(({ path }) => path === 'schedule');
  const isMoved = state !== undefined && hasDrifted(state);
  const path = [...entry.root, 'state'];
  // Keeps the schedule next to a state that cannot be written.
  const isSaid = !entry.document.isInterpolated(toPointer(path));
  const isStarted = isMoved && isSaid && toLiveValue(state) === 'active';
  const isAlone = state === undefined && entry.written.state === undefined;
  return mergeAccepted([
    isAlone && schedule?.desired.isBaseline === true
      ? acceptRunning(entry, schedule)
      : nothingAccepted,
    isMoved ? (findObstacle(entry, state) ?? acceptPlain(entry, state, { path })) : nothingAccepted,
    schedule === undefined ? nothingAccepted : acceptRun(entry, schedule, isStarted),
  ]);
}

// A schedule needs a state beside it, and only a running cycle shows one.
function acceptRunning(entry: CyclePart, schedule: FieldDiff): Accepted {
  const state = { ...schedule, path: toFieldPath('state') };
  const path = [...entry.root, 'state'];
  return acceptBeside(acceptValue(entry, state, { path, value: 'active' }));
}

function acceptRun(entry: CyclePart, schedule: FieldDiff, isStarted: boolean): Accepted {
  if (hasDrifted(schedule)) return acceptSchedule(entry, schedule);
  const goesAlong = isStarted && !schedule.pendingSeed && !isOfOthers(schedule);
  return goesAlong ? acceptBeside(acceptSchedule(entry, schedule)) : nothingAccepted;
}

function acceptSchedule(entry: CyclePart, field: FieldDiff): Accepted {
  const path = [...entry.root, 'schedule'];
  const obstacle = findObstacle(entry, field);
  if (obstacle !== null) return obstacle;
  const live = toLiveValue(field) as LiveSchedule | null;
  if (live === null) {
    return mergeAccepted([
      acceptRemoval(entry, field, path),
      makeRefusal(
        entry,
        field,
        reportWarning('schedule-not-shown', {
          summary: 'The cycle was started in the service, which does not show its schedule',
          remedy: 'Write a schedule such as {every: 15m}; the next apply sends it.',
        }),
      ),
    ]);
  }
  const { schedule } = entry.written;
  const startAt = schedule !== undefined && 'every' in schedule ? schedule.startAt : null;
  const wording = toWrittenSchedule(live, { startAt: startAt ?? null });
  if ('value' in wording) return acceptValue(entry, field, { path, value: wording.value });
  return makeRefusal(entry, field, {
    summary: `The schedule cannot be written: ${wording.lacks}`,
    remedy: 'Remove the line schedule.',
  });
}

import { readPointer, splitPointer, toPointer } from '../../../../kit/json/json-pointer.ts';
import type { YamlData } from '../../../../kit/yaml/yaml-value.ts';
import { splitPath } from '../../../../model/address.ts';
import type { MappingSource } from '../../../../model/desired/mapping.ts';
import type { CycleDiff, FieldVerdict } from '../../../../model/diff/verdict.ts';
import type { PlainValue } from '../../../../model/fields/field-value.ts';
import { isGoneVariable } from '../../../../model/live/is-gone-variable.ts';
import { unescapePlaceholders } from '../../../../model/manifest/interpolation.ts';
import { keyOrder } from '../../../../model/manifest/key-order.ts';
import type {
  WrittenCycle,
  WrittenMapping,
} from '../../../../model/manifest/manifest.generated.ts';
import { orderTags } from '../../describe/yaml/order-tags.ts';
import { toWrittenMapping, toWrittenText } from '../../describe/yaml/to-written.ts';
import { hasMoved } from '../has-moved.ts';
import { findObstacle } from '../place/find-obstacle.ts';
import { takeActivity } from './take-activity.ts';
import { takeRetention } from './take-retention.ts';
import { takeClearable, takeSetting, takeText } from './take-text.ts';
import {
  type Entry,
  joinTaken,
  nothingTaken,
  refuse,
  type Taken,
  takeAway,
  takeValue,
} from './taken.ts';

export type CyclePart = Entry<CycleDiff> & { readonly written: WrittenCycle };

/** What of a cycle somebody else has changed, as edits of its manifest. */
export function takeCycle(entry: CyclePart): Taken {
  return joinTaken([
    ...entry.object.verdicts.filter(hasMoved).map((verdict) => takeField(entry, verdict)),
    takeRetention(entry, entry.written.retention),
    takeActivity(entry),
  ]);
}

const grouped = new Set(['retention', 'state', 'schedule']);

function takeField(entry: CyclePart, verdict: FieldVerdict): Taken {
  const names = splitPath(verdict.path);
  const [room = '', name = ''] = names;
  if (grouped.has(room)) return nothingTaken;
  // The names of steps are the manifest's own, which may be others than those that a plan shows.
  const path =
    room === 'steps'
      ? splitPointer(verdict.desired.at.pointer).map(unescapePlaceholders)
      : [...entry.root, ...names];
  const obstacle = findObstacle(entry, verdict);
  if (obstacle !== null) return obstacle;
  if (isGoneVariable(entry.object, verdict)) return refuseGone(entry, verdict);
  switch (room) {
    case 'displayName':
      return takeText(entry, verdict, { path, order: keyOrder.cycle });
    case 'description':
      return takeClearable(entry, verdict, path);
    case 'tags':
      return takeValue(entry, verdict, { path, value: toTags(entry, liveOf(verdict)) });
    case 'variables': {
      const before = entry.written.variables?.[name];
      const write = (text: string) =>
        takeValue(entry, verdict, { path, value: toWrittenText(text, before) });
      return takeSetting(entry, verdict, { path, write });
    }
    case 'connectors':
      return takeSlot(entry, verdict, path);
    case 'steps':
      return takeMapping(entry, verdict, path);
    default:
      return refuse(entry, verdict, {
        summary: 'The cycle of this name is made of another template',
        remedy: 'Give the entry another displayName, or describe what is there in its place.',
      });
  }
}

function refuseGone(entry: CyclePart, verdict: FieldVerdict): Taken {
  return refuse(entry, verdict, {
    summary: 'The variable is gone from the cycle',
    remedy:
      'Add it by hand in the console. Where the cycle shall do without it, take it out of the manifest.',
  });
}

function liveOf({ live }: FieldVerdict): PlainValue {
  return live?.kind === 'plain' ? live.value : null;
}

function toTags({ written }: CyclePart, live: PlainValue): YamlData {
  return orderTags(written.tags ?? [], Array.isArray(live) ? live : []);
}

function takeSlot(entry: CyclePart, verdict: FieldVerdict, path: readonly string[]): Taken {
  const key = liveOf(verdict);
  const { connectors } = entry.diff.desired;
  if (typeof key === 'string' && connectors.kind === 'set' && connectors.value.has(key)) {
    return takeValue(entry, verdict, { path, value: key });
  }
  return refuse(entry, verdict, {
    summary: `The cycle uses ${String(key)}, which is no entry of this manifest`,
    remedy: 'Add the connector under a key of its own, and name that key here.',
  });
}

function takeMapping(entry: CyclePart, verdict: FieldVerdict, path: readonly string[]): Taken {
  const source = liveOf(verdict) as MappingSource | null;
  if (source === null) return takeAway(entry, verdict, path);
  const before = readPointer(entry.document.written, toPointer(path));
  const { shape } = entry.object.desired;
  const wording = toWrittenMapping(source, before as WrittenMapping | undefined, shape);
  if ('value' in wording) return takeValue(entry, verdict, { path, value: wording.value });
  return refuse(entry, verdict, {
    summary: `It cannot be written: ${wording.lacks}`,
    remedy: 'Map it in the console to something that has a name, or let apply put it back.',
  });
}

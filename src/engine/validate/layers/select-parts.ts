import { isMap } from '../../../kit/json/json.ts';
import { toEntryPointer } from '../../../kit/json/json-pointer.ts';
import type { Patch } from '../../../model/manifest/blueprint.ts';

/** Maps whose entries can have a condition; `*` is any key. */
type ConditionMap = { readonly [key: string]: ConditionMap };

const conditionMaps: ConditionMap = { connectors: {}, cycles: { '*': { steps: {} } } };

/** A condition and its pointer. */
export type PlacedCondition = { readonly text: string; readonly pointer: string };

/** Lists the conditions of settings; `pointer` is that of the settings. */
export function listConditions(patch: Patch, pointer: string): readonly PlacedCondition[] {
  const found: PlacedCondition[] = [];
  selectParts(patch, {
    pointer,
    isMet: (condition) => {
      found.push(condition);
      return true;
    },
  });
  return found;
}

/** Selects the parts of settings whose conditions are met, without the conditions. */
export function selectParts(
  patch: Patch,
  scope: { readonly pointer: string; readonly isMet: (condition: PlacedCondition) => boolean },
): Patch {
  return select(patch, scope, conditionMaps) as Patch;
}

function select(
  value: unknown,
  scope: Parameters<typeof selectParts>[1],
  maps: ConditionMap,
): unknown {
  if (!isMap(value)) return value;
  const entries = Object.entries(value).map(([name, part]): readonly [string, unknown] => {
    const map = Object.hasOwn(maps, name) ? maps[name] : undefined;
    if (map === undefined || !isMap(part)) return [name, part];
    const pointer = toEntryPointer(scope.pointer, name);
    return [name, selectEntries(part, { ...scope, pointer }, map)];
  });
  return Object.fromEntries(entries);
}

function selectEntries(
  entries: Readonly<Record<string, unknown>>,
  scope: Parameters<typeof selectParts>[1],
  map: ConditionMap,
): unknown {
  const kept = Object.entries(entries).flatMap(([key, entry]) => {
    if (!isMap(entry)) return [[key, entry] as const];
    const { when, ...rest } = entry;
    const pointer = toEntryPointer(scope.pointer, key);
    const condition = { text: String(when), pointer: toEntryPointer(pointer, 'when') };
    if (when !== undefined && !scope.isMet(condition)) return [];
    return [[key, select(rest, { ...scope, pointer }, map['*'] ?? {})] as const];
  });
  return Object.fromEntries(kept);
}

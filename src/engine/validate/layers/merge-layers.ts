import { isMap } from '../../../kit/json/json.ts';
import type { Patch } from '../../../model/manifest/blueprint.ts';

/**
 * Maps whose entries are merged, by key; `*` is any key. All else is one value, such as a schedule,
 * a sign-in, a mapping or a list: a later layer replaces it.
 */
type MergedMap = { readonly [key: string]: MergedMap };

const step: MergedMap = {
  parameters: {},
  fields: {},
  launchVisible: { parameters: {}, fields: {} },
};

const mergedMaps: MergedMap = {
  retention: {},
  errorWebhook: {},
  ownership: {},
  ignore: {},
  connectors: { '*': { connector: {}, properties: {} } },
  cycles: { '*': { retention: {}, connectors: {}, variables: {}, steps: { '*': step } } },
};

/** Maps whose entries are objects: null means that the account has none. */
const objectMaps: ReadonlySet<MergedMap | undefined> = new Set([
  mergedMaps.connectors,
  mergedMaps.cycles,
]);

/** Merges the settings of layers; a later one wins. */
export function mergeLayers(patches: readonly Patch[]): Patch {
  const merged = patches.reduce<unknown>((lower, upper) => merge(lower, upper, mergedMaps), {});
  return isMap(merged) ? merged : {};
}

function merge(lower: unknown, upper: unknown, map: MergedMap | undefined): unknown {
  if (map === undefined || !isMap(upper)) return upper;
  const base = isMap(lower) ? lower : {};
  const merged = new Map(Object.entries(base));
  for (const [key, value] of Object.entries(upper)) {
    if (value === null && objectMaps.has(map)) merged.delete(key);
    else merged.set(key, merge(merged.get(key), value, findMap(map, key)));
  }
  return Object.fromEntries(merged);
}

/** A value that layers replace as a whole, and its path. */
export type PlacedSetting = { readonly path: readonly string[]; readonly value: unknown };

/** Lists the settings of a layer, in their order. */
export function listSettings(patch: Patch): readonly PlacedSetting[] {
  return listWithin({ path: [], value: patch }, mergedMaps);
}

function listWithin(
  { path, value }: PlacedSetting,
  map: MergedMap | undefined,
): readonly PlacedSetting[] {
  if (map === undefined || !isMap(value) || Object.keys(value).length === 0) {
    return [{ path, value }];
  }
  return Object.entries(value).flatMap(([key, part]) =>
    listWithin({ path: [...path, key], value: part }, findMap(map, key)),
  );
}

// An account may have a cycle called `constructor`.
function findMap(map: MergedMap, key: string): MergedMap | undefined {
  return Object.hasOwn(map, key) ? map[key] : map['*'];
}

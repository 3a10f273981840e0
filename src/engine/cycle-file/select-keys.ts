import type { JsonObject } from '../../kit/json/json.ts';

/** Selects members by name, in the order of the names. */
export function selectKeys(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, object[name] ?? null]));
}

/** Returns an object without some of its members. */
export function selectOtherKeys(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

import type { JsonObject } from '../../kit/json/json.ts';

/** The members of an object that have these names, in their order. */
export function selectKeys(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, object[name] ?? null]));
}

/** An object without some of its members. */
export function selectOtherKeys(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

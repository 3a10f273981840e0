import type { JsonObject } from '../../kit/json/json.ts';

/** The members of an object that have these names, in their order. */
export function pick(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, object[name] ?? null]));
}

/** An object without some of its members. */
export function omit(object: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

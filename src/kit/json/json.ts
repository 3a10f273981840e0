/** A value as JSON has it. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** An object of JSON. Its keys are text of others: one may be `__proto__`. */
export type JsonObject = { readonly [name: string]: Json };

/** The value of a JSON text; undefined if it is none. */
export function parseJsonText(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns whether a value is a map from names to values. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of a value by name; none of what has no members. */
export function toMembers(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Returns whether a JSON value is an object. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return isMap(value);
}

/** Reads an own member of an object, or undefined. */
export function readMember(value: Json | undefined, name: string): Json | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The items of a list; empty for other values. */
export function toList(value: Json | undefined): readonly Json[] {
  return isJsonList(value) ? value : [];
}

/** Returns whether a JSON value is a list. */
export function isJsonList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Returns whether a value is nested at most some levels; a scalar has none. */
export function isWithinLevels(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (levels === 0) return false;
  const items: readonly Json[] = isJsonList(value) ? value : Object.values(value);
  return items.every((item) => isWithinLevels(item, levels - 1));
}

/**
 * JSON with object keys in code-unit order and nothing that JSON lacks, so that equal values give
 * equal text. Keys whose value is `undefined` are left out, as `JSON.stringify` does.
 */
export function writeCanonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    isPlainObject(item) ? sortKeys(item) : item,
  );
}

/** Whether two values are the same as JSON, whatever the order of their keys. */
export function isSameJson(left: unknown, right: unknown): boolean {
  return left === right || writeCanonicalJson(left) === writeCanonicalJson(right);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sortKeys(value: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, value[name]]));
}

/** Items of long lists by one of their members. */
const indexes = new WeakMap<readonly object[], Map<PropertyKey, ReadonlyMap<unknown, object>>>();

/** Shorter lists are searched as they are. */
const longList = 16;

/**
 * Finds the first item of a finished list whose member has a value. A list of thousands is not walked
 * for each of them: it gets an index, which lives as long as the list.
 */
export function findByKey<T extends object, K extends keyof T>(
  list: readonly T[],
  key: K,
  value: T[K],
): T | undefined {
  if (list.length < longList) return list.find((item) => item[key] === value);
  const known = indexes.get(list) ?? new Map<PropertyKey, ReadonlyMap<unknown, object>>();
  indexes.set(list, known);
  const index = known.get(key) ?? new Map(list.toReversed().map((item) => [item[key], item]));
  known.set(key, index);
  return index.get(value) as T | undefined;
}

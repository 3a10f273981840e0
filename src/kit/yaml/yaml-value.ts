import { isDeepStrictEqual } from 'node:util';

/** A desired value of a document, from a caller. Numbers are finite. */
export type YamlData =
  | null
  | boolean
  | number
  | string
  | readonly YamlData[]
  | { readonly [key: string]: YamlData };

/** The same with maps that keep the order of their keys, also of keys that look like numbers. */
export type YamlValue = YamlScalar | readonly YamlValue[] | YamlMap;

export type YamlScalar = null | boolean | number | string;

export type YamlMap = ReadonlyMap<string, YamlValue>;

/** Converts data to the form that keeps order. */
export function toYamlValue(data: YamlData): YamlValue {
  if (typeof data !== 'object' || data === null) return data;
  if (isDataList(data)) return data.map(toYamlValue);
  return new Map(Object.entries(data).map(([key, value]) => [key, toYamlValue(value)]));
}

/** Returns whether two values are equal, in any order of keys. A shared part is not compared. */
export function isSameYaml(left: YamlValue, right: YamlValue): boolean {
  return isDeepStrictEqual(left, right);
}

/** Returns whether a value is a map. */
export function isYamlMap(value: YamlValue): value is YamlMap {
  return value instanceof Map;
}

/** Returns whether a value is a list. */
export function isYamlList(value: YamlValue): value is readonly YamlValue[] {
  return Array.isArray(value);
}

/** Returns whether a value is neither a map nor a list. */
export function isYamlScalar(value: YamlValue): value is YamlScalar {
  return !isYamlMap(value) && !isYamlList(value);
}

function isDataList(data: YamlData): data is readonly YamlData[] {
  return Array.isArray(data);
}

import { isDeepStrictEqual } from 'node:util';

/** A value that shall stand in a document, as callers give it. Numbers are finite. */
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

/** Gives data the form that keeps order. */
export function toYamlValue(data: YamlData): YamlValue {
  if (typeof data !== 'object' || data === null) return data;
  if (isDataList(data)) return data.map(toYamlValue);
  return new Map(Object.entries(data).map(([key, value]) => [key, toYamlValue(value)]));
}

/** Whether two values are the same, whatever the order of keys. A part that both share is not looked into. */
export function isSameYaml(left: YamlValue, right: YamlValue): boolean {
  return isDeepStrictEqual(left, right);
}

/** Whether a value is a map. */
export function isYamlMap(value: YamlValue): value is YamlMap {
  return value instanceof Map;
}

/** Whether a value is a list. */
export function isYamlList(value: YamlValue): value is readonly YamlValue[] {
  return Array.isArray(value);
}

/** Whether a value is neither a map nor a list. */
export function isYamlScalar(value: YamlValue): value is YamlScalar {
  return !isYamlMap(value) && !isYamlList(value);
}

function isDataList(data: YamlData): data is readonly YamlData[] {
  return Array.isArray(data);
}

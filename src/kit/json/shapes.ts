import { isMap } from './json.ts';
import { toEntryPointer } from './json-pointer.ts';

/** The first part of a value that differs from its shape: its place, and the expected value. */
export type ShapeFault = { readonly pointer: string; readonly expected: string };

/** Finds the first fault of the value at a pointer; null if it has the shape. */
export type Shape = (value: unknown, pointer: string) => ShapeFault | null;

const longestPointer = 200;

/** Formats a fault as `/applied/zone/kind must be text`. */
export function formatShapeFault({ pointer, expected }: ShapeFault): string {
  const place = pointer === '' ? 'it' : pointer;
  const shown = place.length > longestPointer ? `${place.slice(0, longestPointer)}…` : place;
  return `${shown} must be ${expected}`;
}

function toShape(expected: string, isValid: (value: unknown) => boolean): Shape {
  return (value, pointer) => (isValid(value) ? null : { pointer, expected });
}

function oneOf(...words: readonly string[]): Shape {
  const expected = words.length === 1 ? `${words[0]}` : `one of ${words.join(', ')}`;
  return toShape(expected, (value) => typeof value === 'string' && words.includes(value));
}

const orNull =
  (shape: Shape): Shape =>
  (value, pointer) => {
    const fault = value === null ? null : shape(value, pointer);
    return fault?.pointer === pointer ? { pointer, expected: `${fault.expected} or null` } : fault;
  };

const optional =
  (shape: Shape): Shape =>
  (value, pointer) =>
    value === undefined ? null : shape(value, pointer);

const list =
  (shape: Shape): Shape =>
  (value, pointer) =>
    Array.isArray(value)
      ? findFirst(value.entries(), pointer, () => shape)
      : { pointer, expected: 'a list' };

const map =
  (shape: Shape): Shape =>
  (value, pointer) =>
    isMap(value)
      ? findFirst(Object.entries(value), pointer, () => shape)
      : { pointer, expected: 'an object' };

/** Checks an object for these parts; ignores others. */
const object =
  (parts: Readonly<Record<string, Shape>>): Shape =>
  (value, pointer) => {
    if (!isMap(value)) return { pointer, expected: 'an object' };
    const found = Object.keys(parts).map((name) => [name, readOwn(value, name)] as const);
    return findFirst(found, pointer, (name) => parts[name]);
  };

/** Checks an object by the shape that one of its parts names. */
const byTag =
  (tag: string, shapes: Readonly<Record<string, Shape>>): Shape =>
  (value, pointer) => {
    if (!isMap(value)) return { pointer, expected: 'an object' };
    const named = readOwn(value, tag);
    const fault = oneOf(...Object.keys(shapes))(named, toEntryPointer(pointer, tag));
    return fault ?? shapes[String(named)]?.(value, pointer) ?? null;
  };

function readOwn(value: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(value, name) ? value[name] : undefined;
}

function findFirst<K extends string | number>(
  entries: Iterable<readonly [K, unknown]>,
  parent: string,
  select: (name: K) => Shape | undefined,
): ShapeFault | null {
  for (const [name, value] of entries) {
    const fault = select(name)?.(value, toEntryPointer(parent, name)) ?? null;
    if (fault !== null) return fault;
  }
  return null;
}

const text = toShape('text', (value) => typeof value === 'string');

/** Shapes of JSON, for files and rows that another process may have written or damaged. */
export const shapes = {
  text,
  texts: list(text),
  number: toShape('a number', (value) => typeof value === 'number'),
  flag: toShape('true or false', (value) => typeof value === 'boolean'),
  /** True, or absent. */
  mark: optional(toShape('true', (value) => value === true)),
  moment: toShape(
    'a date and time',
    (value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)),
  ),
  oneOf,
  orNull,
  optional,
  list,
  map,
  object,
  byTag,
};

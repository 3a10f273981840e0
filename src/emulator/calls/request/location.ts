import type { CallValue } from '../method-call.ts';

// A Location is a path in a request or answer: dots for objects, `[name]` for the array `name`
// (SPEC 2.3, SERVICE C [T][D]). The value of `[rows].[cells].value` is a list of lists.

/** One part of a Location. */
export interface Segment {
  readonly name: string;
  readonly isArray: boolean;
}

/** The parts of a Location, outermost first. */
export function parseLocation(location: string): readonly Segment[] {
  return location.split('.').map((part) => {
    const name = /^\[(.*)\]$/.exec(part)?.[1];
    return name === undefined ? { name: part, isArray: false } : { name, isArray: true };
  });
}

/**
 * Value at a Location, with a list for each array on the path. A missing place is null in an item
 * and undefined at the top.
 */
export function readLocation(data: unknown, location: string): unknown {
  return read(data, parseLocation(location));
}

function read(data: unknown, [first, ...rest]: readonly Segment[]): unknown {
  if (first === undefined) {
    return data;
  }
  // `[]` means that the data is the list itself (SERVICE L [Q1]).
  const isHere = first.isArray && first.name === '';
  const locked = isRecord(data) && Object.hasOwn(data, first.name) ? data[first.name] : undefined;
  const value = isHere ? data : locked;
  if (!first.isArray || value === undefined || value === null) {
    return value === undefined ? undefined : read(value, rest);
  }
  const items = Array.isArray(value) ? value : [value];
  return items.map((item) => read(item, rest) ?? null);
}

/**
 * Writes a value at a Location of `body`, creating its path. The innermost lists go over the
 * innermost arrays; a list without an array is joined by commas.
 */
export function writeLocation(
  body: Record<string, unknown>,
  location: string,
  value: CallValue,
): void {
  const segments = parseLocation(location);
  const arrays = segments.filter((each) => each.isArray).length;
  write(body, segments, wrap(value, arrays));
}

/** Wraps a value in as many lists as there are arrays. */
function wrap(value: CallValue, arrays: number): CallValue {
  let wrapped = value;
  for (let depth = countLists(value); depth < arrays; depth++) {
    wrapped = [wrapped];
  }
  return wrapped;
}

function countLists(value: CallValue): number {
  return Array.isArray(value)
    ? 1 + value.reduce((most: number, item) => Math.max(most, countLists(item)), 0)
    : 0;
}

function write(
  target: Record<string, unknown>,
  [first, ...rest]: readonly Segment[],
  value: CallValue,
): void {
  if (first === undefined) {
    return;
  }
  if (!first.isArray) {
    if (rest.length === 0) {
      setOwn(target, first.name, Array.isArray(value) ? formatList(value) : value);
    } else {
      write(openRecord(target, first.name), rest, value);
    }
    return;
  }
  const list = openList(target, first.name);
  (Array.isArray(value) ? value : [value]).forEach((item, index) => {
    if (rest.length === 0) {
      list[index] = item;
    } else {
      list[index] ??= {};
      const place = list[index];
      if (isRecord(place)) {
        write(place, rest, item);
      }
    }
  });
}

/** Joins a list as one text. */
export function formatList(value: CallValue): string {
  return Array.isArray(value) ? value.map(formatList).join(',') : String(value ?? '');
}

function openRecord(target: Record<string, unknown>, name: string): Record<string, unknown> {
  const locked = Object.hasOwn(target, name) ? target[name] : undefined;
  if (isRecord(locked)) {
    return locked;
  }
  const made = {};
  setOwn(target, name, made);
  return made;
}

function openList(target: Record<string, unknown>, name: string): unknown[] {
  const locked = Object.hasOwn(target, name) ? target[name] : undefined;
  if (Array.isArray(locked)) {
    return locked;
  }
  const made: unknown[] = [];
  setOwn(target, name, made);
  return made;
}

/** Defines the property, because an assignment fails for names such as `__proto__`. */
function setOwn(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/** True for an object with names. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

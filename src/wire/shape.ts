import type { RemoteId } from '../model/live/live.ts';

/** Part of an answer with its path, such as `[3].Connector`. */
export type Wire = { readonly value: unknown; readonly path: string };

/** An answer of an unexpected shape. Caught where it was requested; quotes no value. */
export class ShapeError extends Error {}

/** A whole answer. */
export function toWire(value: unknown): Wire {
  return { value, path: '' };
}

/** A field of an object, in any case (SERVICE C); `undefined` if absent. */
export function readField(wire: Wire, name: string): Wire {
  const object = wire.value;
  if (typeof object !== 'object' || object === null || Array.isArray(object)) {
    throw makeShapeError(wire, 'an object');
  }
  const path = wire.path === '' ? name : `${wire.path}.${name}`;
  return { value: findMember(object, name), path };
}

/** The items of a list. */
export function toItems(wire: Wire): readonly Wire[] {
  if (!Array.isArray(wire.value)) throw makeShapeError(wire, 'a list');
  return wire.value.map((value: unknown, index) => ({ value, path: `${wire.path}[${index}]` }));
}

/** A list in a field; absent and null are empty. */
export function readList(wire: Wire, name: string): readonly Wire[] {
  const field = readField(wire, name);
  return isNothing(field) ? [] : toItems(field);
}

/** A list of texts in a field; absent and null are empty. */
export function readTexts(wire: Wire, name: string): readonly string[] {
  return readList(wire, name).map((item) => {
    if (typeof item.value !== 'string') throw makeShapeError(item, 'text');
    return item.value;
  });
}

/** Texts, numbers and booleans of a list, as text for people; leaves out other items. */
export function readWords(wire: Wire, name: string): readonly string[] {
  const { value } = readField(wire, name);
  if (!Array.isArray(value)) return [];
  return value
    .filter((item: unknown) => ['string', 'number', 'boolean'].includes(typeof item))
    .map(String);
}

/** An object in a field; null when it is absent or null. */
export function readPart(wire: Wire, name: string): Wire | null {
  const field = readField(wire, name);
  return isNothing(field) ? null : field;
}

/** A text, which may be empty. */
export function readText(wire: Wire, name: string): string {
  const field = readField(wire, name);
  if (typeof field.value !== 'string') throw makeShapeError(field, 'text');
  return field.value;
}

/** A text; null when it is absent or null. */
export function readOptionalText(wire: Wire, name: string): string | null {
  const field = readField(wire, name);
  return isNothing(field) ? null : readText(wire, name);
}

/**
 * An ISO UTC time; null for never, which the service writes as 0001-01-01T00:00:00 or
 * 1970-01-01T00:00:00Z, sometimes without the Z (SERVICE C, dates out).
 */
export function readDate(wire: Wire, name: string): string | null {
  const text = readOptionalText(wire, name);
  if (text === null || text === '' || /^(?:0001|1970)-01-01T00:00:00/.test(text)) return null;
  const time = Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
  return Number.isNaN(time) ? null : new Date(time).toISOString().replace('.000Z', 'Z');
}

/** A text that a service may also write as a number or boolean, such as a value. */
export function readOptionalScalar(wire: Wire, name: string): string | null {
  const field = readField(wire, name);
  if (isNothing(field)) return null;
  if (typeof field.value === 'object') throw makeShapeError(field, 'text, a number or a boolean');
  return String(field.value);
}

/** An id as text, because the service mixes numbers and text (SERVICE C, coercion). */
export function readId(wire: Wire, name: string): RemoteId {
  const id = readOptionalId(wire, name);
  if (id === null) throw makeShapeError(readField(wire, name), 'an id');
  return id;
}

const zeroGuid = '00000000-0000-0000-0000-000000000000';

/** An optional id: absent, null, empty, zero and the zero GUID are null. */
export function readOptionalId(wire: Wire, name: string): RemoteId | null {
  const { value, path } = readField(wire, name);
  if (value === undefined || value === null || value === '' || value === 0) return null;
  if (value === '0' || value === zeroGuid) return null;
  if (typeof value === 'string') return value;
  // A larger number has lost digits and would name another object.
  if (Number.isSafeInteger(value)) return String(value);
  throw makeShapeError({ value, path }, 'an id');
}

/** A whole number, or one written as text. */
export function readInt(wire: Wire, name: string): number {
  const int = readOptionalInt(wire, name);
  if (int === null) throw makeShapeError(readField(wire, name), 'a whole number');
  return int;
}

/** An optional whole number; null if absent or null. */
export function readOptionalInt(wire: Wire, name: string): number | null {
  const field = readField(wire, name);
  if (isNothing(field)) return null;
  if (Number.isSafeInteger(field.value)) return Number(field.value);
  if (typeof field.value === 'string' && /^-?\d{1,15}$/.test(field.value))
    return Number(field.value);
  throw makeShapeError(field, 'a whole number');
}

/** A boolean, or one written as text; absent and null are false. */
export function readFlag(wire: Wire, name: string): boolean {
  return readOptionalFlag(wire, name) ?? false;
}

/** A boolean, or one written as text; null if absent or null. */
export function readOptionalFlag(wire: Wire, name: string): boolean | null {
  const field = readField(wire, name);
  if (isNothing(field)) return null;
  // JSON may name a member toString, so that no object becomes a text.
  const word = typeof field.value === 'object' ? '' : String(field.value).toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  throw makeShapeError(field, 'true or false');
}

function isNothing(wire: Wire): boolean {
  return wire.value === undefined || wire.value === null;
}

function findMember(object: object, name: string): unknown {
  if (Object.hasOwn(object, name)) return (object as Record<string, unknown>)[name];
  const lower = name.toLowerCase();
  return Object.entries(object).find(([other]) => other.toLowerCase() === lower)?.[1];
}

function makeShapeError(wire: Wire, expected: string): ShapeError {
  const location = wire.path === '' ? 'the answer' : wire.path;
  const found = wire.value === undefined ? 'missing' : formatShape(wire.value);
  return new ShapeError(`${location} is ${found}, expected ${expected}`);
}

function formatShape(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (value === '') return 'empty';
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'object':
      return 'an object';
    default:
      return `a ${typeof value}`;
  }
}

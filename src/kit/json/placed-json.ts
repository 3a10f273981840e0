import { type Json, parseJsonText } from './json.ts';
import { toEntryPointer } from './json-pointer.ts';

/** A stretch of a text: the offset of its first character and the one after its last. */
export type TextRange = readonly [from: number, to: number];

/** JSON with the place of each value, by its JSON pointer. */
export type PlacedJson = {
  readonly value: Json;
  readonly places: ReadonlyMap<string, TextRange>;
};

/** The error of an unreadable JSON text, with its place. */
export type JsonError = {
  readonly what: 'syntax' | 'end' | 'depth' | 'duplicate' | 'prototype' | 'number' | 'text';
  readonly at: TextRange;
};

/** An object or list that is not at its end yet. */
type Open = {
  readonly pointer: string;
  readonly from: number;
  readonly list: Json[] | null;
  readonly members: Map<string, Json>;
  key: string | null;
};

type State = 'value' | 'value-or-end' | 'key' | 'key-or-end' | 'colon' | 'comma-or-end' | 'done';

const token =
  /[ \t\r\n]*(?:([{}[\],:])|("[^"\\]*(?:\\.[^"\\]*)*")|(-?\d[\w.+-]*)|(true|false|null)(?!\w)|$)/y;

/**
 * Parses JSON without recursion; refuses more than `mostLevels`, duplicate members, `__proto__`,
 * numbers that lose precision, and lone surrogates.
 */
export function readPlacedJson(text: string, mostLevels: number): PlacedJson | JsonError {
  const walk = new JsonParser(mostLevels);
  token.lastIndex = 0;
  for (;;) {
    const before = token.lastIndex;
    const match = token.exec(text);
    if (match === null) {
      const from = before + (/^[ \t\r\n]*/.exec(text.slice(before))?.[0].length ?? 0);
      return { what: 'syntax', at: [from, from + 1] };
    }
    const [, sign, quoted, number, word] = match;
    const written = sign ?? quoted ?? number ?? word;
    if (written === undefined) return walk.end() ?? { what: 'end', at: [before, text.length] };
    const at: TextRange = [token.lastIndex - written.length, token.lastIndex];
    const mistake = sign === undefined ? walk.addScalar(written, at) : walk.addSign(sign, at);
    if (mistake !== null) return { what: mistake, at };
  }
}

class JsonParser {
  readonly #maxLevels: number;
  readonly #places = new Map<string, TextRange>();
  readonly #open: Open[] = [];
  #state: State = 'value';
  #value: Json = null;

  constructor(mostLevels: number) {
    this.#maxLevels = mostLevels;
  }

  end(): PlacedJson | null {
    return this.#state === 'done' ? { value: this.#value, places: this.#places } : null;
  }

  addScalar(written: string, at: TextRange): JsonError['what'] | null {
    const value = parseJsonText(written);
    if (value === undefined) return 'syntax';
    if (typeof value === 'number' && !isExact(value, written)) return 'number';
    if (typeof value === 'string' && !value.isWellFormed()) return 'text';
    const top = this.#open.at(-1);
    if (
      typeof value === 'string' &&
      top !== undefined &&
      (this.#state === 'key' || this.#state === 'key-or-end')
    ) {
      if (value === '__proto__') return 'prototype';
      if (top.members.has(value)) return 'duplicate';
      top.key = value;
      this.#state = 'colon';
      return null;
    }
    if (!this.#takesValue()) return 'syntax';
    this.#put(value, this.#nextPointer(), at);
    return null;
  }

  addSign(sign: string, [from, to]: TextRange): JsonError['what'] | null {
    if (sign === '{' || sign === '[') {
      if (!this.#takesValue()) return 'syntax';
      if (this.#open.length >= this.#maxLevels) return 'depth';
      const list = sign === '[' ? [] : null;
      this.#open.push({ pointer: this.#nextPointer(), from, list, members: new Map(), key: null });
      this.#state = list === null ? 'key-or-end' : 'value-or-end';
      return null;
    }
    if (sign === '}' || sign === ']') return this.#close(sign, to);
    if (sign === ':' && this.#state === 'colon') {
      this.#state = 'value';
      return null;
    }
    if (sign !== ',' || this.#state !== 'comma-or-end') return 'syntax';
    this.#state = this.#open.at(-1)?.list === null ? 'key' : 'value';
    return null;
  }

  #close(sign: string, to: number): JsonError['what'] | null {
    const top = this.#open.at(-1);
    const isEnd = this.#state === 'comma-or-end' || this.#state.endsWith('-or-end');
    if (top === undefined || !isEnd || (sign === ']') !== (top.list !== null)) return 'syntax';
    this.#open.pop();
    this.#put(top.list ?? Object.fromEntries(top.members), top.pointer, [top.from, to]);
    return null;
  }

  #takesValue(): boolean {
    return this.#state === 'value' || this.#state === 'value-or-end';
  }

  #nextPointer(): string {
    const top = this.#open.at(-1);
    if (top === undefined) return '';
    return toEntryPointer(top.pointer, top.list?.length ?? top.key ?? '');
  }

  #put(value: Json, pointer: string, at: TextRange): void {
    this.#places.set(pointer, at);
    const top = this.#open.at(-1);
    if (top === undefined) this.#value = value;
    else if (top.list !== null) top.list.push(value);
    else top.members.set(top.key ?? '', value);
    this.#state = top === undefined ? 'done' : 'comma-or-end';
  }
}

// Whole numbers that are too long for a double would be other ones.
function isExact(value: number, written: string): boolean {
  if (!Number.isFinite(value)) return false;
  if (!/^-?\d+$/.test(written) || written === String(value)) return true;
  return BigInt(written) === BigInt(value);
}

import { parsePointer } from '../../kit/json/json-pointer.ts';

/** Offsets of the first character and of the one after the last. */
export type Range = readonly [from: number, to: number];

/**
 * Positions of the values of a document, in the shape of its data, while it is parsed.
 */
export type Position = {
  /** Range of the key of a map entry; -1 without a key. */
  readonly keyFrom: number;
  readonly keyTo: number;
  readonly from: number;
  readonly to: number;
  /** True if the value is a scalar; of an alias the range of the anchored one. */
  readonly scalar: boolean | Range;
  /** Entries of a map by key, of a list by number. */
  readonly entries: ReadonlyMap<string | number, Position> | null;
};

/** Numbers of a value: ranges of its key, of itself and of its scalar, then its first entry and their count. */
const width = 8;

/** Entries of a wider map are indexed when one is asked for. */
const wide = 16;

const none: Range = [-1, -1];

/** Place of a value. Ranges of what it lacks are -1. */
export type Place = {
  readonly key: Range;
  readonly value: Range;
  /** Range of the text of a scalar, also behind an alias; null for maps and lists. */
  readonly scalar: Range | null;
};

/**
 * Positions of a document as numbers: a manifest that is kept has some hundred, which take a fourth
 * of the memory of objects. The entries of a map or list are next to each other.
 */
export class PackedPositions {
  readonly #numbers: Int16Array | Int32Array;
  /** The key of each entry of a map; null in a list. */
  readonly #names: readonly (string | null)[];
  readonly #indexes = new Map<number, ReadonlyMap<string, number>>();

  constructor(root: Position) {
    const nodes = [root];
    const names: (string | null)[] = [null];
    const numbers: number[] = [];
    // An alias has the entries of its anchor.
    const firsts = new Map<Position['entries'], number>([[null, 0]]);
    for (const node of nodes) {
      const { keyFrom, keyTo, from, to, entries } = node;
      const first = firsts.get(entries) ?? nodes.length;
      if (!firsts.has(entries)) {
        firsts.set(entries, first);
        for (const [name, entry] of entries ?? []) {
          nodes.push(entry);
          names.push(typeof name === 'string' ? name : null);
        }
      }
      const text = toScalarRange(node) ?? none;
      numbers.push(keyFrom, keyTo, from, to, ...text, first, entries?.size ?? 0);
    }
    // A text of less than 32,768 characters needs half.
    const isShort = numbers.every((number) => number < 2 ** 15);
    this.#numbers = (isShort ? Int16Array : Int32Array).from(numbers);
    this.#names = names;
  }

  /** Follows a JSON pointer as far as possible; `complete` is true if all of it exists. */
  find(pointer: string): { readonly place: Place; readonly complete: boolean } {
    let node = 0;
    for (const name of parsePointer(pointer)) {
      const next = this.#findEntry(node, name);
      if (next === null) return { place: this.#read(node), complete: false };
      node = next;
    }
    return { place: this.#read(node), complete: true };
  }

  #read(node: number): Place {
    const scalar = this.#readRange(node, 4);
    return {
      key: this.#readRange(node, 0),
      value: this.#readRange(node, 2),
      scalar: scalar[0] < 0 ? null : scalar,
    };
  }

  #readRange(node: number, at: number): Range {
    const from = node * width + at;
    return [this.#numbers[from] ?? -1, this.#numbers[from + 1] ?? -1];
  }

  #findEntry(node: number, name: string): number | null {
    const [first, count] = this.#readRange(node, 6);
    if (count > wide) return this.#index(node, first, count).get(name) ?? null;
    for (let at = first; at < first + count; at += 1) {
      if (this.#toName(at, first) === name) return at;
    }
    return null;
  }

  #index(node: number, first: number, count: number): ReadonlyMap<string, number> {
    const known = this.#indexes.get(node);
    if (known !== undefined) return known;
    const nodes = Array.from({ length: count }, (_, index) => first + index);
    const made = new Map(nodes.map((at) => [this.#toName(at, first), at]));
    this.#indexes.set(node, made);
    return made;
  }

  #toName(at: number, first: number): string {
    return this.#names[at] ?? String(at - first);
  }
}

/** Range of the text of a scalar, also behind an alias; null for maps and lists. */
export function toScalarRange({ scalar, from, to }: Position): Range | null {
  if (typeof scalar !== 'boolean') return scalar;
  return scalar ? [from, to] : null;
}

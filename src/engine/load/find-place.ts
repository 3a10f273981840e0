import type { LineCounter, Node } from 'yaml';
import { parsePointer } from '../../kit/json/json-pointer.ts';
import type { SourceSpan } from '../../model/source-span.ts';

/** A stretch of a text: the offset of its first character and the one after its last. */
export type Range = readonly [from: number, to: number];

/**
 * Where the values of a document stand in its text, shaped as its data is. This is what stays of the
 * YAML tree, which takes many times the memory.
 */
export type Place = {
  /** Of the key of a map entry; null where a value stands under none. */
  readonly key: Range | null;
  readonly value: Range;
  /** Of the text of a scalar, for an alias that of the anchored one; null for maps and lists. */
  readonly scalar: Range | null;
  /** Entries of a map by their names, of a list by their numbers. */
  readonly entries: ReadonlyMap<string, Place> | null;
};

/** A document's text with the places in it. */
export type PlacedText = {
  readonly file: string;
  readonly text: string;
  readonly lines: LineCounter;
  readonly root: Place;
};

/** Follows a JSON pointer as far as it leads; `complete` says whether the whole way exists. */
export function findPlace(
  root: Place,
  pointer: string,
): { readonly place: Place; readonly complete: boolean } {
  let place = root;
  for (const name of parsePointer(pointer)) {
    const next = place.entries?.get(name);
    if (next === undefined) return { place, complete: false };
    place = next;
  }
  return { place, complete: true };
}

/** Span of the value at a place; of its key where there is no value to show. */
export function toValueSpan(placed: PlacedText, pointer: string): SourceSpan {
  const { key, value } = findPlace(placed.root, pointer).place;
  return toSpan(placed, { range: value[1] > value[0] ? value : (key ?? value), pointer });
}

/** Span of the key at a place; of the value where it stands under no key. */
export function toKeySpan(placed: PlacedText, pointer: string): SourceSpan {
  const { key, value } = findPlace(placed.root, pointer).place;
  return toSpan(placed, { range: key ?? value, pointer });
}

/** The text of the scalar at a pointer, as it stands in the file; of the anchored one for an alias. */
export function findScalarSource(placed: PlacedText, pointer: string): string | null {
  const { place, complete } = findPlace(placed.root, pointer);
  return complete && place.scalar !== null ? placed.text.slice(...place.scalar) : null;
}

/** Span of a stretch of the text; lines and columns from 1. */
export function toSpan(
  { file, lines }: { readonly file: string; readonly lines: LineCounter },
  { range, pointer }: { readonly range: Range; readonly pointer: string },
): SourceSpan {
  const from = lines.linePos(range[0]);
  const to = lines.linePos(Math.max(range[0], range[1]));
  return {
    file,
    line: Math.max(1, from.line),
    column: Math.max(1, from.col),
    endLine: Math.max(1, to.line),
    endColumn: Math.max(1, to.col),
    pointer,
  };
}

/** The stretch of the text that a node takes, without the space and comments after it. */
export function toRange(node: Node | null): Range {
  const range = node?.range;
  return range === undefined || range === null ? [0, 0] : [range[0], range[1]];
}

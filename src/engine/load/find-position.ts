import type { LineCounter, Node } from 'yaml';
import { parsePointer } from '../../kit/json/json-pointer.ts';
import type { SourceSpan } from '../../model/source-span.ts';

/** Offsets of the first character and of the one after the last. */
export type Range = readonly [from: number, to: number];

/**
 * Positions of the values of a document, in the shape of its data. Replaces the YAML tree, which takes
 * many times the memory.
 */
export type Position = {
  /** Range of the key of a map entry, as plain numbers, which take less memory; -1 without a key. */
  readonly keyFrom: number;
  readonly keyTo: number;
  readonly from: number;
  readonly to: number;
  /** True if the value is a scalar; of an alias the range of the anchored one. */
  readonly scalar: boolean | Range;
  /** Entries of a map by key, of a list by index. */
  readonly entries: ReadonlyMap<string, Position> | null;
};

/** A document's text and its positions. */
export type PlacedText = {
  readonly file: string;
  readonly text: string;
  readonly lines: LineCounter;
  readonly root: Position;
};

/** Follows a JSON pointer as far as possible; `complete` is true if all of it exists. */
export function findPosition(
  root: Position,
  pointer: string,
): { readonly position: Position; readonly complete: boolean } {
  let position = root;
  for (const name of parsePointer(pointer)) {
    const next = position.entries?.get(name);
    if (next === undefined) return { position, complete: false };
    position = next;
  }
  return { position, complete: true };
}

/** Span of the value at a place; of its key if the value is empty. */
export function toValueSpan(placed: PlacedText, pointer: string): SourceSpan {
  const { position } = findPosition(placed.root, pointer);
  const range = position.to > position.from ? toValueRange(position) : toKeyRange(position);
  return toSpan(placed, { range, pointer });
}

/** Span of the key at a place; of the value if it has no key. */
export function toKeySpan(placed: PlacedText, pointer: string): SourceSpan {
  const { position } = findPosition(placed.root, pointer);
  return toSpan(placed, { range: toKeyRange(position), pointer });
}

function toValueRange({ from, to }: Position): Range {
  return [from, to];
}

function toKeyRange(position: Position): Range {
  const { keyFrom, keyTo } = position;
  return keyFrom < 0 ? toValueRange(position) : [keyFrom, keyTo];
}

/** Range of the text of a scalar, also behind an alias; null for maps and lists. */
export function toScalarRange(position: Position): Range | null {
  const { scalar } = position;
  if (typeof scalar !== 'boolean') return scalar;
  return scalar ? toValueRange(position) : null;
}

/** Source text of the scalar at a pointer; of the anchored scalar for an alias. */
export function findScalarSource(placed: PlacedText, pointer: string): string | null {
  const { position, complete } = findPosition(placed.root, pointer);
  const range = complete ? toScalarRange(position) : null;
  return range === null ? null : placed.text.slice(...range);
}

/** Span of a range; lines and columns start at 1. */
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

/** Range of a node, without trailing space and comments. */
export function toRange(node: Node | null): Range {
  const range = node?.range;
  return range === undefined || range === null ? [0, 0] : [range[0], range[1]];
}

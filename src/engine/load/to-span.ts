import type { LineCounter, Node } from 'yaml';
import type { SourceSpan } from '../../model/source-span.ts';
import type { PackedPositions, Place, Range } from './packed-positions.ts';

/** A document's text and its positions. */
export type PlacedText = {
  readonly file: string;
  readonly text: string;
  readonly lines: LineCounter;
  readonly positions: PackedPositions;
};

/** Span of the value at a place; of its key if the value is empty. */
export function toValueSpan(placed: PlacedText, pointer: string): SourceSpan {
  const { place } = placed.positions.find(pointer);
  const [from, to] = place.value;
  return toSpan(placed, { range: to > from ? place.value : toKeyRange(place), pointer });
}

/** Span of the key at a place; of the value if it has no key. */
export function toKeySpan(placed: PlacedText, pointer: string): SourceSpan {
  return toSpan(placed, { range: toKeyRange(placed.positions.find(pointer).place), pointer });
}

function toKeyRange({ key, value }: Place): Range {
  return key[0] < 0 ? value : key;
}

/** Source text of the scalar at a pointer; of the anchored scalar for an alias. */
export function findScalarSource(placed: PlacedText, pointer: string): string | null {
  const { place, complete } = placed.positions.find(pointer);
  return complete && place.scalar !== null ? placed.text.slice(...place.scalar) : null;
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

import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml';
import { splitPointer } from '../../kit/json-pointer.ts';
import type { SourceSpan } from '../../model/source-span.ts';

/** A YAML tree with its text, and the anchors that its aliases were found to mean. */
export type YamlTree = {
  readonly file: string;
  readonly text: string;
  readonly lines: LineCounter;
  readonly root: Node | null;
  readonly targets: ReadonlyMap<Alias, Node>;
  /** Entries of the maps that were looked into, by name. */
  readonly entries: WeakMap<YAMLMap, ReadonlyMap<string, Pair>>;
};

/** Where a pointer leads: the key and value there, and whether the whole way exists. */
export type Place = {
  readonly key: Node | null;
  readonly value: Node | null;
  readonly complete: boolean;
};

/** Follows a JSON pointer through maps, lists and aliases, as far as it leads. */
export function locateNode(tree: YamlTree, pointer: string): Place {
  let place: Place = { key: null, value: tree.root, complete: true };
  for (const name of splitPointer(pointer)) {
    const next = stepInto(tree, followAlias(tree, place.value), name);
    if (next === null) return { ...place, complete: false };
    place = next;
  }
  return place;
}

/** Span of the value at a place; of its key where there is no value to show. */
export function spanOfValue(tree: YamlTree, pointer: string): SourceSpan {
  const { key, value } = locateNode(tree, pointer);
  const node = value !== null && hasExtent(value) ? value : (key ?? value ?? tree.root);
  return toSpan(tree, { range: rangeOf(node), pointer });
}

/** Span of the key at a place; of the value where it stands under no key. */
export function spanOfKey(tree: YamlTree, pointer: string): SourceSpan {
  const { key, value } = locateNode(tree, pointer);
  return toSpan(tree, { range: rangeOf(key ?? value ?? tree.root), pointer });
}

/** The text of the scalar at a pointer, as it stands in the file; of the anchored one for an alias. */
export function sourceOfScalar(tree: YamlTree, pointer: string): string | null {
  const { value, complete } = locateNode(tree, pointer);
  const scalar = followAlias(tree, value);
  if (!complete || !isScalar(scalar)) return null;
  const [start, end] = rangeOf(scalar);
  return tree.text.slice(start, end);
}

/** Span of a stretch of the text; lines and columns from 1. */
export function toSpan(
  { file, lines }: { readonly file: string; readonly lines: LineCounter },
  { range, pointer }: { readonly range: readonly [number, number]; readonly pointer: string },
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
export function rangeOf(node: Node | null): readonly [number, number] {
  const range = node?.range;
  return range === undefined || range === null ? [0, 0] : [range[0], range[1]];
}

/** The name under which an entry of a map is known: `1: x` has the key `1`. */
export function readKeyName(key: unknown): string | null {
  if (!isScalar(key)) return null;
  if (typeof key.value === 'string') return key.value;
  return key.source === undefined || key.source === '' ? null : key.source;
}

function stepInto(tree: YamlTree, node: Node | null, name: string): Place | null {
  if (isMap(node)) {
    const pair = listEntries(tree, node).get(name);
    return pair === undefined ? null : toPlace(pair);
  }
  if (!isSeq(node)) return null;
  const value = node.items[Number(name)];
  return value === undefined ? null : { key: null, value: value as Node, complete: true };
}

function listEntries(tree: YamlTree, map: YAMLMap): ReadonlyMap<string, Pair> {
  const known = tree.entries.get(map);
  if (known !== undefined) return known;
  const entries = new Map(map.items.map((pair) => [readKeyName(pair.key) ?? '', pair]));
  tree.entries.set(map, entries);
  return entries;
}

function toPlace(pair: Pair): Place {
  return { key: pair.key as Node | null, value: pair.value as Node | null, complete: true };
}

function followAlias(tree: YamlTree, node: Node | null): Node | null {
  return isAlias(node) ? (tree.targets.get(node) ?? null) : node;
}

function hasExtent(node: Node): boolean {
  const [start, end] = rangeOf(node);
  return end > start;
}

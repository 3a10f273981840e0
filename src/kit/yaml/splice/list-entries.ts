import {
  type CST,
  isCollection,
  isMap,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { readKeyName } from '../strict-yaml.ts';
import type { EditContext, Entry, NodePosition } from './edit-context.ts';

/** An entry and its key; null for none, or for a duplicate. */
export type NamedEntry = Entry & { readonly name: string | null };

/** The entries of a map, in the order of the text. */
export function listPairs(
  state: EditContext,
  spot: NodePosition,
  map: YAMLMap,
): readonly NamedEntry[] {
  const seen = new Set<string>();
  const commaOf = listCommas(map);
  return map.items.flatMap((pair): NamedEntry[] => {
    const token = pair.srcToken;
    if (token === undefined) return [];
    const known = readKeyName(pair.key);
    const name = known === null || seen.has(known) ? null : known;
    if (name !== null) seen.add(name);
    const { start, head, node } = placePair(state, pair, token);
    const child = { node, head, name: name ?? '', indent: state.lines.columnOf(start) };
    const end = findNodeEnd(state, node, head);
    return [{ name, start, end, comma: commaOf(token), spot: toSpot(spot, map, child) }];
  });
}

/** The items of a list, in the order of the text. */
export function listItems(state: EditContext, spot: NodePosition, list: YAMLSeq): readonly Entry[] {
  const tokens = readItems(list);
  const commaOf = listCommas(list);
  return list.items.flatMap((item, index): Entry[] => {
    const token = tokens[index];
    if (token === undefined) return [];
    const node = item as Node | null;
    const start = findInk(token.start)?.offset ?? startOf(node);
    const head = headOfItem(token, start);
    const child = { node, head, name: String(index), indent: state.lines.columnOf(start) };
    const end = findNodeEnd(state, node, head);
    return [{ start, end, comma: commaOf(token), spot: toSpot(spot, list, child) }];
  });
}

/** Returns whether a map or list is in flow style. */
export function isInBrackets(node: YAMLMap | YAMLSeq): boolean {
  return node.srcToken?.type === 'flow-collection';
}

/** The end of a node without its comment and later lines; `head` if it is empty. */
export function findNodeEnd(state: EditContext, node: Node | null, head: number): number {
  const [start, end] = node?.range ?? [head, head];
  if (node === null || end <= start) return head;
  if (!isCollection(node))
    return node.srcToken?.type === 'block-scalar' ? endOfBlockScalar(state, node) : end;
  const collection = node as YAMLMap | YAMLSeq;
  if (isInBrackets(collection)) return end;
  if (isMap(collection)) {
    const pair = collection.items.at(-1);
    if (pair?.srcToken === undefined) return end;
    const last = placePair(state, pair, pair.srcToken);
    return findNodeEnd(state, last.node, last.head);
  }
  const token = readItems(collection).at(-1);
  if (token === undefined) return end;
  return findNodeEnd(state, collection.items.at(-1) as Node | null, headOfItem(token, end));
}

// Empty lines after the text are no part of it, unless its header asks to keep them.
function endOfBlockScalar(state: EditContext, node: Node): number {
  const [start, end] = node.range ?? [0, 0];
  const keeps = /^[|>]\d?\+/.test(state.lines.text.slice(start, end));
  return keeps ? Math.max(start, end - 1) : findLastLineEnd(state, node);
}

/** The end of the last line of a block scalar that is not empty. */
export function findLastLineEnd({ lines }: EditContext, node: Node): number {
  const [start, end] = node.range ?? [0, 0];
  return start + lines.text.slice(start, end).replace(/(?:\r?\n)+$/, '').length;
}

function placePair(
  state: EditContext,
  { key, value }: Pair,
  token: CST.CollectionItem,
): { readonly start: number; readonly head: number; readonly node: Node | null } {
  const start = findInk(token.start)?.offset ?? startOf(key as Node);
  const head = endOfInk(token.sep ?? []) ?? findNodeEnd(state, key as Node, start);
  return { start, head, node: value as Node | null };
}

function headOfItem(token: Item, start: number): number {
  return endOfInk(token.start) ?? start;
}

function toSpot(
  { path }: NodePosition,
  parent: YAMLMap | YAMLSeq,
  { name, ...child }: Pick<NodePosition, 'node' | 'head' | 'indent'> & { readonly name: string },
): NodePosition {
  return { ...child, path: [...path, name], isInBrackets: isInBrackets(parent) };
}

type Item = CST.BlockMap['items'][number] | CST.CollectionItem;

function readItems({ srcToken }: YAMLSeq): readonly Item[] {
  const items: readonly Item[] =
    srcToken !== undefined && 'items' in srcToken ? srcToken.items : [];
  return items.filter(isItem);
}

// Comments at the end of a list or map are in an empty item of their own.
function isItem({ start, key, sep, value }: Item): boolean {
  if (key !== undefined || sep !== undefined || value !== undefined) return true;
  return start.some(({ type }) => type === 'seq-item-ind');
}

// The parser records the comma after an entry with the next one.
function listCommas({ srcToken }: YAMLMap | YAMLSeq): (token: Item) => number | null {
  if (srcToken?.type !== 'flow-collection') return () => null;
  const { items } = srcToken;
  const commas = items.slice(1).map(({ start }) => start.find(({ type }) => type === 'comma'));
  const places = new Map<Item, number | null>(
    items.map((item, index) => [item, commas[index]?.offset ?? null]),
  );
  return (token) => places.get(token) ?? null;
}

const blank = new Set<string>(['space', 'newline', 'comment', 'comma']);

function findInk(tokens: readonly CST.SourceToken[]): CST.SourceToken | undefined {
  return tokens.find(({ type }) => !blank.has(type));
}

function endOfInk(tokens: readonly CST.SourceToken[]): number | null {
  const last = tokens.findLast(({ type }) => !blank.has(type));
  return last === undefined ? null : last.offset + last.source.length;
}

function startOf(node: Node | null): number {
  return node?.range?.[0] ?? 0;
}

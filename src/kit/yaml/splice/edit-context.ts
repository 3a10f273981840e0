import { type Alias, isAlias, isCollection, isPair, type Node } from 'yaml';
import type { ScalarStyle } from '../format-scalar.ts';
import type { Layout } from '../format-value.ts';
import type { Values } from '../read-values.ts';
import type { TextLines } from './text-lines.ts';

/** A range of a text, with an exclusive end, and its replacement. */
export type Splice = { readonly from: number; readonly to: number; readonly text: string };

/** A value that cannot be changed in place: it is an alias, or aliases refer to it. */
export type Obstacle = {
  readonly path: readonly string[];
  readonly kind: 'alias' | 'anchor';
  /** Its own offset. */
  readonly own: number;
  /** The anchor of an alias; the first alias of an anchor. */
  readonly other: number;
};

/**
 * The context of one edited document: its text, the values of its nodes, and the splices so far.
 */
export type EditContext = {
  readonly lines: TextLines;
  readonly values: Values;
  /** How much deeper a level of this document is. */
  readonly step: number;
  /** True if a text of several lines may be a block scalar. */
  readonly allowsLines: boolean;
  /** True if the empty lines after an entry are removed with it. */
  readonly takesEmptyLines: boolean;
  readonly splices: Splice[];
  readonly obstacles: Obstacle[];
};

/** The position of a node. */
export type NodePosition = {
  readonly node: Node | null;
  readonly path: readonly string[];
  /** The offset right after the sign of its key or item and its anchor: where a value on that line may begin. */
  readonly head: number;
  /** Columns before the key or the sign of the list. */
  readonly indent: number;
  readonly isInBrackets: boolean;
};

/** The layout of new content in a block at a column. */
export function toLayout({ step, allowsLines }: EditContext, indent: number): Layout {
  return { indent, step, allowsLines };
}

/** A pair or item of a map or list: its range and content. */
export type Entry = {
  readonly start: number;
  readonly end: number;
  /** The comma after it; null if there is none, and in a block. */
  readonly comma: number | null;
  readonly spot: NodePosition;
};

/**
 * The edits of the entries of a map or list; `added` are new ones, each after a kept entry, -1 for
 * none.
 */
export type EntryPlan = {
  readonly entries: readonly Entry[];
  readonly gone: ReadonlySet<number>;
  readonly added: readonly { readonly after: number; readonly written: Written }[];
};

/** A new entry, by its lines in a block (the first without its indentation) or on one line. */
export type Written = readonly [string, ...string[]];

/** Records an alias in the way, or another place that would change too; true if there is one. */
export function recordObstacle(
  state: EditContext,
  node: Node | null,
  path: readonly string[],
): boolean {
  if (node === null) return false;
  if (isAlias(node)) {
    const target = state.values.targetOf(node);
    const own = startOf(node);
    state.obstacles.push({ path, kind: 'alias', own, other: target?.range?.[0] ?? own });
    return true;
  }
  const [alias] = state.values.aliasesOf(node);
  if (alias === undefined) return false;
  state.obstacles.push({ path, kind: 'anchor', own: startOf(node), other: startOf(alias) });
  return true;
}

/** The same for a removed node and its content: an anchor inside it may have aliases elsewhere. */
export function recordObstacleBeneath(state: EditContext, spot: NodePosition): boolean {
  return listAnchored(spot.node).some((node) => {
    const outside = state.values.aliasesOf(node).find((alias) => !isBeneath(alias, spot.node));
    if (outside === undefined) return false;
    const [own, other] = [startOf(node), startOf(outside)];
    state.obstacles.push({ path: spot.path, kind: 'anchor', own, other });
    return true;
  });
}

/** How a scalar is written. */
export function readScalarStyle(node: Node | null): ScalarStyle {
  switch (node !== null && 'type' in node ? node.type : null) {
    case 'QUOTE_SINGLE':
      return 'single';
    case 'QUOTE_DOUBLE':
      return 'double';
    case 'BLOCK_LITERAL':
      return 'literal';
    case 'BLOCK_FOLDED':
      return 'folded';
    default:
      return 'plain';
  }
}

function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

function isBeneath(alias: Alias, node: Node | null): boolean {
  const [start, , end] = node?.range ?? [0, 0, 0];
  return startOf(alias) >= start && startOf(alias) < end;
}

function listAnchored(node: unknown): Node[] {
  if (isPair(node)) return [...listAnchored(node.key), ...listAnchored(node.value)];
  if (isCollection(node)) {
    const beneath = node.items.flatMap(listAnchored);
    return node.anchor === undefined ? beneath : [node, ...beneath];
  }
  const isAnchored = typeof node === 'object' && node !== null && 'anchor' in node;
  return isAnchored && node.anchor !== undefined ? [node as Node] : [];
}

/**
 * Applies splices to a text. Those at one place keep their order, and equal removals count once.
 * Null if two of them conflict.
 */
export function applySplices(text: string, splices: readonly Splice[]): string | null {
  const ordered = splices.toSorted(
    (a, b) => a.from - b.from || Number(a.to > a.from) - Number(b.to > b.from),
  );
  let result = '';
  let done = 0;
  let last: Splice | null = null;
  for (const splice of ordered) {
    const overlaps = splice.from < done;
    if (overlaps && (splice.text !== '' || last?.text !== '')) return null;
    if (splice.from > done) result += text.slice(done, splice.from);
    result += splice.text;
    done = Math.max(done, splice.to);
    if (splice.to > splice.from) last = splice;
  }
  return result + text.slice(done);
}

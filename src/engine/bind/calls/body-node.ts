import type { BodyFormat } from '../../../model/live/method.ts';

// Builds a request body value by value. Numbers keep their written digits, because a JavaScript
// number would lose precision.

/** A node of a body: an object, an array or a scalar. */
export type BodyNode = BodyObject | BodyArray | BodyScalar;
export type BodyObject = { readonly kind: 'object'; readonly members: Map<string, BodyNode> };
type BodyArray = { readonly kind: 'array'; readonly items: BodyNode[] };
export type BodyScalar = {
  readonly kind: 'scalar';
  readonly text: string;
  /** True for a number or a boolean, which needs no quotes. */
  readonly isBare: boolean;
};

/** Makes an empty object. */
export function makeBody(): BodyObject {
  return { kind: 'object', members: new Map() };
}

/**
 * Adds a value at a Location: `Parent.Child` is a member of an object, `[rows].value` one of an
 * array item (SPEC 2.3, SERVICE C). A repeated value starts an item. False if taken.
 */
export function addValue(body: BodyObject, location: string, value: BodyScalar): boolean {
  const segments = location.split('.').map(parseSegment);
  return addAt(body, segments, value) || addNext(body, segments, value);
}

type Segment = { readonly name: string; readonly isArray: boolean };

function parseSegment(part: string): Segment {
  const name = /^\[(.+)\]$/.exec(part)?.[1];
  return name === undefined ? { name: part, isArray: false } : { name, isArray: true };
}

/** Adds to the last items of the arrays in the path. */
function addAt(at: BodyObject, [first, ...rest]: readonly Segment[], value: BodyScalar): boolean {
  if (first === undefined) return false;
  const locked = at.members.get(first.name);
  const isLast = rest.length === 0;
  if (first.isArray) {
    const list = locked ?? { kind: 'array', items: [] };
    if (list.kind !== 'array') return false;
    at.members.set(first.name, list);
    if (isLast) {
      list.items.push(value);
      return true;
    }
    const item = list.items.at(-1) ?? makeBody();
    if (list.items.length === 0) list.items.push(item);
    return item.kind === 'object' && addAt(item, rest, value);
  }
  if (isLast) {
    if (locked !== undefined) return false;
    at.members.set(first.name, value);
    return true;
  }
  const inner = locked ?? makeBody();
  at.members.set(first.name, inner);
  return inner.kind === 'object' && addAt(inner, rest, value);
}

/** Adds a new item to the innermost array in the path. */
function addNext(body: BodyObject, segments: readonly Segment[], value: BodyScalar): boolean {
  const depth = segments.findLastIndex(({ isArray }) => isArray);
  if (depth === -1) return false;
  const list = findLast(body, segments.slice(0, depth + 1));
  if (list?.kind !== 'array') return false;
  const item = makeBody();
  if (!addAt(item, segments.slice(depth + 1), value)) return false;
  list.items.push(item);
  return true;
}

function findLast(body: BodyObject, segments: readonly Segment[]): BodyNode | undefined {
  let node: BodyNode | undefined = body;
  for (const { name } of segments) {
    const inside: BodyNode | undefined = node?.kind === 'array' ? node.items.at(-1) : node;
    node = inside?.kind === 'object' ? inside.members.get(name) : undefined;
  }
  return node;
}

/** Formats a body; null if XML would not have exactly one root element. */
export function formatBody(body: BodyObject, format: BodyFormat): string | null {
  if (format === 'json') return formatJson(body);
  const roots = [...body.members].flatMap(([name, node]) => formatElements(name, node));
  return roots.length === 1 ? `<?xml version="1.0" encoding="UTF-8"?>${roots[0]}` : null;
}

function formatJson(node: BodyNode): string {
  switch (node.kind) {
    case 'object': {
      const members = [...node.members].map(
        ([name, value]) => `${JSON.stringify(name)}:${formatJson(value)}`,
      );
      return `{${members.join(',')}}`;
    }
    case 'array':
      return `[${node.items.map(formatJson).join(',')}]`;
    case 'scalar':
      return node.isBare ? node.text : JSON.stringify(node.text);
  }
}

function formatElements(name: string, node: BodyNode): readonly string[] {
  switch (node.kind) {
    case 'array':
      return node.items.flatMap((item) => formatElements(name, item));
    case 'scalar':
      return [`<${name}>${escapeXml(node.text)}</${name}>`];
    case 'object': {
      const inner = [...node.members].flatMap(([child, value]) => formatElements(child, value));
      return [`<${name}>${inner.join('')}</${name}>`];
    }
  }
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { toEntryPointer } from '../../kit/json/json-pointer.ts';
import { toShortText } from '../../kit/text/visible-text.ts';
import { readKeyName } from '../../kit/yaml/strict-yaml.ts';
import type { DiagnosticCode } from '../../model/diagnostic/codes.ts';
import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import { type Position, type Range, toScalarRange } from './packed-positions.ts';
import { suggestFix, suggestNumberedKey } from './suggest-fix.ts';
import { toRange, toSpan } from './to-span.ts';

/**
 * Plain data of a YAML document, its places, and the diagnostics of content that manifests cannot
 * hold.
 */
export type ParsedTree = Read & { readonly diagnostics: readonly Diagnostic[] };

/** Plain data of a node and its place. */
type Read = { readonly value: unknown; readonly position: Position };

const maxAliases = 100;
const maxLevels = 100;
const coreTags = new Set(
  ['map', 'seq', 'str', 'null', 'bool', 'int', 'float'].map((name) => `tag:yaml.org,2002:${name}`),
);

/**
 * Result of one anchored node, so that its aliases share it and its own aliases count each time.
 */
type Reading = Read & { readonly aliases: number };

type Walk = {
  readonly file: string;
  readonly lines: LineCounter;
  readonly text: string;
  readonly anchors: Map<string, Node>;
  readonly readings: Map<Node, Reading>;
  readonly diagnostics: Diagnostic[];
  aliases: number;
};

/**
 * Converts a YAML document to plain data, strictly: text keys only, no duplicates, no merge keys,
 * core schema tags, no empty values, limited aliases and depth. Collects all mistakes; refused
 * values become null.
 */
export function parseTree(
  document: Document,
  source: { readonly file: string; readonly text: string; readonly lines: LineCounter },
): ParsedTree {
  const walk: Walk = {
    ...source,
    anchors: new Map(),
    readings: new Map(),
    diagnostics: [],
    aliases: 0,
  };
  const read = parseNode(walk, { node: document.contents, key: null, pointer: '', level: 0 });
  return { ...read, diagnostics: walk.diagnostics };
}

/** Current position of the walk. */
type Spot = {
  readonly node: Node | null;
  /** The key of the node. */
  readonly key: Node | null;
  readonly pointer: string;
  readonly level: number;
};

function parseNode(walk: Walk, spot: Spot): Read {
  const { node, level } = spot;
  if (node === null) return toRead(spot, null);
  if (isAlias(node)) return parseAlias(walk, node, spot);
  checkTag(walk, spot);
  if (level > maxLevels) {
    report(walk, spot, { code: 'yaml-syntax', summary: `Nested deeper than ${maxLevels} levels` });
    return toRead(spot, null);
  }
  const anchor = 'anchor' in node ? node.anchor : undefined;
  if (anchor === undefined) return parseContent(walk, spot);
  const before = walk.aliases;
  walk.anchors.set(anchor, node);
  const read = parseContent(walk, spot);
  walk.readings.set(node, { ...read, aliases: walk.aliases - before });
  return read;
}

const noKey: Range = [-1, -1];

function toRead({ node, key }: Spot, value: unknown, entries: Position['entries'] = null): Read {
  const [from, to] = toRange(node);
  const [keyFrom, keyTo] = key === null ? noKey : toRange(key);
  const position = { keyFrom, keyTo, from, to, scalar: isScalar(node), entries };
  return { value, position };
}

function parseContent(walk: Walk, spot: Spot): Read {
  const { node } = spot;
  if (isMap(node)) return parseMap(walk, node, spot);
  if (isSeq(node)) return parseList(walk, node, spot);
  if (!isScalar(node)) return toRead(spot, null);
  checkNumberedKey(walk, spot);
  return toRead(spot, node.value);
}

function parseList(walk: Walk, list: YAMLSeq, spot: Spot): Read {
  const values: unknown[] = [];
  const places = new Map<number, Position>();
  for (const [index, item] of list.items.entries()) {
    const pointer = toEntryPointer(spot.pointer, index);
    const entry = { node: item as Node | null, key: null, pointer, level: spot.level + 1 };
    checkEmpty(walk, entry);
    const { value, position } = parseNode(walk, entry);
    values.push(value);
    places.set(index, position);
  }
  return toRead(spot, values, places);
}

function parseMap(walk: Walk, map: YAMLMap, spot: Spot): Read {
  const { pointer, level } = spot;
  const keys = new Map<string, Node>();
  const values: [string, unknown][] = [];
  const places = new Map<string, Position>();
  for (const pair of map.items as Pair<Node | null, Node | null>[]) {
    const { key, value: node } = pair;
    const name = readKeyName(key);
    if (name === null || key === null) {
      reportKey(walk, { ...spot, node: key }, node ?? map);
      continue;
    }
    const entry = { node, key, pointer: toEntryPointer(pointer, name), level: level + 1 };
    const keySpot = { node: key, key: null, pointer: entry.pointer, level };
    const known = keys.get(name);
    if (known !== undefined) {
      reportDuplicate(walk, keySpot, { name, known });
      continue;
    }
    keys.set(name, key);
    checkTag(walk, keySpot);
    if (name === '<<' && (key as Scalar).type === 'PLAIN') {
      report(walk, keySpot, {
        code: 'yaml-merge-key',
        summary: 'Merge keys (<<) are not supported',
      });
      continue;
    }
    checkEmpty(walk, entry);
    const { value, position } = parseNode(walk, entry);
    values.push([name, value]);
    places.set(name, position);
  }
  return toRead(spot, Object.fromEntries(values), places);
}

function parseAlias(walk: Walk, alias: Alias, spot: Spot): Read {
  walk.aliases += 1;
  const nothing = toRead(spot, null);
  const target = walk.anchors.get(alias.source);
  if (target === undefined) {
    const summary = 'This alias has no anchor before it';
    report(walk, spot, { code: 'yaml-alias', summary });
    return nothing;
  }
  const reading = walk.readings.get(target);
  if (reading === undefined) {
    const summary = 'This alias is inside the value of its own anchor';
    report(walk, spot, { code: 'yaml-alias', summary });
    return nothing;
  }
  const counted = walk.aliases;
  walk.aliases += reading.aliases;
  if (walk.aliases <= maxAliases) {
    const { entries } = reading.position;
    const scalar = toScalarRange(reading.position) ?? false;
    return { value: reading.value, position: { ...nothing.position, scalar, entries } };
  }
  if (counted - 1 <= maxAliases) {
    const summary = `More than ${maxAliases} aliases in one document`;
    report(walk, spot, { code: 'yaml-alias', summary });
    walk.aliases = maxAliases + 1;
  }
  return nothing;
}

function checkTag(walk: Walk, spot: Spot): void {
  const tag = spot.node !== null && 'tag' in spot.node ? spot.node.tag : undefined;
  if (tag === undefined || coreTags.has(tag)) return;
  const summary = 'The tag of this value is not in the YAML core schema';
  report(walk, spot, { code: 'yaml-tag', summary });
}

/** Reports an empty value, which YAML reads like the word null. */
function checkEmpty(walk: Walk, spot: Spot): void {
  const { node, key } = spot;
  if (node !== null && !isScalar(node)) return;
  if (node !== null && (node.value !== null || /^null$/i.test(node.source ?? ''))) return;
  const shown = key === null ? 'This list entry' : `The key ${shorten(readKeyName(key) ?? '')}`;
  const written = node?.source === '~' ? 'has the value ~' : 'has no value';
  report(
    walk,
    { ...spot, node: key ?? node },
    {
      code: 'empty-value',
      summary: `${shown} ${written}`,
      remedy: 'Write a value, null where it can be cleared, or remove the line.',
    },
  );
}

/** `NAME #2:` alone in a map is text with a comment to the parser, not a key. */
function checkNumberedKey(walk: Walk, spot: Spot): void {
  const { node } = spot;
  if (!isScalar(node) || node.type !== 'PLAIN' || typeof node.value !== 'string') return;
  const [start, end] = toRange(node);
  if (!/^\s+#\d/.test(walk.text.slice(end, end + 20))) return;
  const hint = suggestNumberedKey(walk.text, start);
  if (hint === null || hint.range[0] !== start) return;
  const summary = 'This is text followed by a comment, not a key';
  report(walk, spot, { code: 'yaml-syntax', summary, remedy: hint.remedy });
}

function reportKey(walk: Walk, spot: Spot, value: Node): void {
  const { node: key } = spot;
  const what = isMap(key) ? 'a map' : isSeq(key) ? 'a list' : isAlias(key) ? 'an alias' : null;
  const summary = what === null ? 'A key is missing here' : `A key is ${what}, not text`;
  const node = what === null ? value : key;
  const hint = suggestFix(walk.text, toRange(node)[0]);
  const remedy = hint === null ? {} : { remedy: hint.remedy };
  report(walk, { ...spot, node }, { code: 'yaml-key', summary, ...remedy });
}

function reportDuplicate(
  walk: Walk,
  spot: Spot,
  { name, known }: { readonly name: string; readonly known: Node },
): void {
  const first = toSpan(walk, { range: toRange(known), pointer: spot.pointer });
  walk.diagnostics.push(
    reportError('yaml-duplicate-key', {
      summary: `The key ${shorten(name)} is twice in this map`,
      at: toSpan(walk, { range: toRange(spot.node), pointer: spot.pointer }),
      related: [{ at: first, says: 'the first line' }],
      remedy: 'Keep one of the two lines.',
    }),
  );
}

function shorten(name: string): string {
  return toShortText(name, 80);
}

function report(
  walk: Walk,
  spot: Spot,
  message: {
    readonly code: DiagnosticCode;
    readonly summary: string;
    readonly remedy?: string;
  },
): void {
  const at = toSpan(walk, { range: toRange(spot.node), pointer: spot.pointer });
  walk.diagnostics.push({ severity: 'error', at, ...message });
}

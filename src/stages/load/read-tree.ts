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
} from 'yaml';
import { extendPointer } from '../../kit/json-pointer.ts';
import { shortenText } from '../../kit/shorten-text.ts';
import type { DiagnosticCode } from '../../model/codes.ts';
import type { Diagnostic } from '../../model/diagnostic.ts';
import { hintAtAccident, hintAtNumberedKey } from './hint-at-accident.ts';
import { rangeOf, readKeyName, toSpan } from './locate-node.ts';

/** The plain data of a YAML document, what its aliases mean, and what may not stand in a manifest. */
export type ReadTree = {
  readonly value: unknown;
  readonly targets: ReadonlyMap<Alias, Node>;
  readonly diagnostics: readonly Diagnostic[];
};

const mostAliases = 100;
const mostLevels = 100;
const coreTags = new Set(
  ['map', 'seq', 'str', 'null', 'bool', 'int', 'float'].map((name) => `tag:yaml.org,2002:${name}`),
);

/** What one anchored node came to, so that its aliases share it and are counted honestly. */
type Reading = { readonly value: unknown; readonly aliases: number };

/** The state of one walk through a document. */
type Walk = {
  readonly file: string;
  readonly lines: LineCounter;
  readonly text: string;
  readonly anchors: Map<string, Node>;
  readonly readings: Map<Node, Reading>;
  readonly targets: Map<Alias, Node>;
  readonly diagnostics: Diagnostic[];
  aliases: number;
};

/**
 * Turns a YAML document into plain data, strictly: no keys but text, none twice, no merge keys, no
 * tags beyond the core schema, no empty values, and a bound on aliases and depth. All that is wrong
 * is collected; what is refused reads as null.
 */
export function readTree(
  document: Document,
  source: { readonly file: string; readonly text: string; readonly lines: LineCounter },
): ReadTree {
  const walk: Walk = {
    ...source,
    anchors: new Map(),
    readings: new Map(),
    targets: new Map(),
    diagnostics: [],
    aliases: 0,
  };
  const value = readNode(walk, { node: document.contents, pointer: '', level: 0 });
  return { value, targets: walk.targets, diagnostics: walk.diagnostics };
}

/** Where the walk stands. */
type Spot = { readonly node: Node | null; readonly pointer: string; readonly level: number };

function readNode(walk: Walk, spot: Spot): unknown {
  const { node, level } = spot;
  if (node === null) return null;
  if (isAlias(node)) return readAlias(walk, node, spot);
  judgeTag(walk, spot);
  if (level > mostLevels) {
    report(walk, spot, { code: 'yaml-syntax', summary: `Nested deeper than ${mostLevels} levels` });
    return null;
  }
  const anchor = 'anchor' in node ? node.anchor : undefined;
  if (anchor === undefined) return readContent(walk, spot);
  const before = walk.aliases;
  walk.anchors.set(anchor, node);
  const value = readContent(walk, spot);
  walk.readings.set(node, { value, aliases: walk.aliases - before });
  return value;
}

function readContent(walk: Walk, spot: Spot): unknown {
  const { node, pointer, level } = spot;
  if (isMap(node)) return readMap(walk, node, spot);
  if (isScalar(node)) {
    judgeNumberedKey(walk, spot);
    return node.value;
  }
  if (!isSeq(node)) return null;
  return node.items.map((item, index) => {
    const entry = { node: item as Node | null, pointer: extendPointer(pointer, index) };
    judgeEmpty(walk, { ...entry, level }, null);
    return readNode(walk, { ...entry, level: level + 1 });
  });
}

function readMap(walk: Walk, map: YAMLMap, { pointer, level }: Spot): unknown {
  const first = new Map<string, Node>();
  const entries: [string, unknown][] = [];
  for (const pair of map.items as Pair<Node | null, Node | null>[]) {
    const { key, value } = pair;
    const name = readKeyName(key);
    if (name === null || key === null) {
      reportKey(walk, { node: key, pointer, level }, value ?? map);
      continue;
    }
    const entryPointer = extendPointer(pointer, name);
    const known = first.get(name);
    if (known !== undefined) {
      reportDuplicate(walk, { node: key, pointer: entryPointer, level }, { name, known });
      continue;
    }
    first.set(name, key);
    judgeTag(walk, { node: key, pointer: entryPointer, level });
    if (name === '<<' && (key as Scalar).type === 'PLAIN') {
      report(
        walk,
        { node: key, pointer: entryPointer, level },
        { code: 'yaml-merge-key', summary: 'Merge keys (<<) are not read' },
      );
      continue;
    }
    judgeEmpty(walk, { node: value, pointer: entryPointer, level }, key);
    entries.push([name, readNode(walk, { node: value, pointer: entryPointer, level: level + 1 })]);
  }
  return Object.fromEntries(entries);
}

function readAlias(walk: Walk, alias: Alias, spot: Spot): unknown {
  walk.aliases += 1;
  const target = walk.anchors.get(alias.source);
  if (target === undefined) {
    const summary = 'No anchor of its name stands before this alias';
    report(walk, spot, { code: 'yaml-alias', summary });
    return null;
  }
  const reading = walk.readings.get(target);
  if (reading === undefined) {
    const summary = 'The alias stands inside the value that it means';
    report(walk, spot, { code: 'yaml-alias', summary });
    return null;
  }
  walk.targets.set(alias, target);
  const counted = walk.aliases;
  walk.aliases += reading.aliases;
  if (walk.aliases <= mostAliases) return reading.value;
  if (counted - 1 <= mostAliases) {
    const summary = `More than ${mostAliases} aliases in one document`;
    report(walk, spot, { code: 'yaml-alias', summary });
    walk.aliases = mostAliases + 1;
  }
  return null;
}

function judgeTag(walk: Walk, spot: Spot): void {
  const tag = spot.node !== null && 'tag' in spot.node ? spot.node.tag : undefined;
  if (tag === undefined || coreTags.has(tag)) return;
  const summary = 'The tag of this value is not of the YAML core schema';
  report(walk, spot, { code: 'yaml-tag', summary });
}

/** Tells `key:` and nothing from the word null; YAML reads both as null. */
function judgeEmpty(walk: Walk, spot: Spot, key: Scalar | Node | null): void {
  const { node } = spot;
  if (node !== null && !isScalar(node)) return;
  if (node !== null && (node.value !== null || /^null$/i.test(node.source ?? ''))) return;
  const shown = key === null ? 'This list entry' : `The key ${shorten(readKeyName(key) ?? '')}`;
  const written = node?.source === '~' ? 'has ~ for its value' : 'has no value';
  report(
    walk,
    { ...spot, node: key ?? node },
    {
      code: 'empty-value',
      summary: `${shown} ${written}`,
      remedy: 'Write null to clear it, or remove the line.',
    },
  );
}

/** `NAME #2:` alone in a map is text with a comment to the parser, not a key. */
function judgeNumberedKey(walk: Walk, spot: Spot): void {
  const { node } = spot;
  if (!isScalar(node) || node.type !== 'PLAIN' || typeof node.value !== 'string') return;
  const [start, end] = rangeOf(node);
  if (!/^\s+#\d/.test(walk.text.slice(end, end + 20))) return;
  const hint = hintAtNumberedKey(walk.text, start);
  if (hint === null || hint.range[0] !== start) return;
  const summary = 'This is text with a comment after it, not a key';
  report(walk, spot, { code: 'yaml-syntax', summary, remedy: hint.remedy });
}

function reportKey(walk: Walk, spot: Spot, value: Node): void {
  const { node: key } = spot;
  const what = isMap(key) ? 'a map' : isSeq(key) ? 'a list' : isAlias(key) ? 'an alias' : null;
  const summary = what === null ? 'A key is missing here' : `A key is ${what}, not text`;
  const node = what === null ? value : key;
  const hint = hintAtAccident(walk.text, rangeOf(node)[0]);
  const remedy = hint === null ? {} : { remedy: hint.remedy };
  report(walk, { ...spot, node }, { code: 'yaml-key', summary, ...remedy });
}

function reportDuplicate(
  walk: Walk,
  spot: Spot,
  { name, known }: { readonly name: string; readonly known: Node },
): void {
  const first = toSpan(walk, { range: rangeOf(known), pointer: spot.pointer });
  walk.diagnostics.push({
    code: 'yaml-duplicate-key',
    severity: 'error',
    summary: `The key ${shorten(name)} stands twice in this map`,
    at: toSpan(walk, { range: rangeOf(spot.node), pointer: spot.pointer }),
    related: [{ at: first, says: 'the first one' }],
    remedy: 'Keep one of the two lines.',
  });
}

function shorten(name: string): string {
  return shortenText(name, 80);
}

function report(
  walk: Walk,
  spot: Spot,
  says: {
    readonly code: DiagnosticCode;
    readonly summary: string;
    readonly remedy?: string;
  },
): void {
  const at = toSpan(walk, { range: rangeOf(spot.node), pointer: spot.pointer });
  walk.diagnostics.push({ severity: 'error', at, ...says });
}

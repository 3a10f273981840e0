import { type Alias, type Document, isAlias, isMap, isSeq, type Node } from 'yaml';
import { readKeyName } from './strict-yaml.ts';
import type { YamlScalar, YamlValue } from './yaml-value.ts';

/** The values of the nodes of a document. */
export type Values = {
  readonly root: YamlValue;
  of(node: Node | null): YamlValue;
  /** The node of an alias; null if no anchor precedes it. */
  targetOf(alias: Alias): Node | null;
  /** The aliases that mean a node. */
  aliasesOf(node: Node): readonly Alias[];
};

type Walk = {
  readonly values: Map<Node, YamlValue>;
  readonly anchors: Map<string, Node>;
  readonly targets: Map<Alias, Node>;
};

/**
 * Reads every node as plain data. An alias is the same value, not a copy; of duplicate keys the
 * first counts.
 */
export function readValues(document: Document): Values {
  const walk: Walk = { values: new Map(), anchors: new Map(), targets: new Map() };
  const root = readNode(walk, document.contents);
  const uses = Map.groupBy(walk.targets.keys(), (alias) => walk.targets.get(alias));
  return {
    root,
    of: (node) => (node === null ? null : (walk.values.get(node) ?? null)),
    targetOf: (alias) => walk.targets.get(alias) ?? null,
    aliasesOf: (node) => uses.get(node) ?? [],
  };
}

function readNode(walk: Walk, node: Node | null): YamlValue {
  if (node === null) return null;
  const value = isAlias(node) ? readAlias(walk, node) : readContent(walk, node);
  walk.values.set(node, value);
  return value;
}

function readAlias(walk: Walk, alias: Alias): YamlValue {
  const target = walk.anchors.get(alias.source);
  if (target === undefined) return null;
  walk.targets.set(alias, target);
  return walk.values.get(target) ?? null;
}

function readContent(walk: Walk, node: Exclude<Node, Alias>): YamlValue {
  if (node.anchor !== undefined) walk.anchors.set(node.anchor, node);
  if (isSeq(node)) return node.items.map((item) => readNode(walk, item as Node | null));
  if (!isMap(node)) return node.value as YamlScalar;
  const entries = new Map<string, YamlValue>();
  for (const { key, value } of node.items) {
    const name = readKeyName(key);
    const read = readNode(walk, value as Node | null);
    if (name !== null && !entries.has(name)) entries.set(name, read);
  }
  return entries;
}

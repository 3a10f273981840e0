import { env } from 'node:process';
import { diffArrays } from 'diff';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseAllDocuments,
} from 'yaml';
import { strictYaml } from '../../../src/kit/yaml/strict-yaml.ts';
import { type DocumentEdit, updateYaml } from '../../../src/kit/yaml/update-yaml.ts';
import type { YamlData } from '../../../src/kit/yaml/yaml-value.ts';
import { anyChange, anyScalar, type Change } from './any-change.ts';
import { anyYaml } from './any-yaml.ts';

/** Seeds are fixed, so that a run repeats the last one; YAML_SEED and YAML_RUNS try others, and more. */
const trial = { numRuns: Number(env.YAML_RUNS ?? 300), seed: Number(env.YAML_SEED ?? 7) };

it('touches the lines of what changes and nothing else, and the text comes to what was wished', () => {
  const met = { edits: 0, refused: 0 };
  fc.assert(
    fc.property(anyYaml, fc.array(anyChange, { minLength: 1, maxLength: 4 }), (before, changes) => {
      const documents = parse(before);
      if (documents.some(({ errors }) => errors.length > 0)) return;
      const edits = toEdits(documents, changes);
      const { text: after, refused } = updateYaml(before, edits);
      met.edits += edits.length;
      met.refused += refused.length;
      // A value with a tag takes no value of another kind.
      if (!before.includes('!!')) expect(refused.filter(({ why }) => why === 'form')).toEqual([]);
      if (!/[&*]n\d|!!/.test(before)) expect(refused).toEqual([]);
      const done = edits.filter((edit) => !refused.some((each) => each.edit === edit));
      expect(toData(after)).toEqual(request(before, done));
      expectUntouched(before, after, done);
    }),
    trial,
  );
  expect(met.edits).toBeGreaterThan(trial.numRuns);
  expect(met.refused).toBeGreaterThan(0);
});

it('puts a scalar in the place of another without a change before or after it', () => {
  fc.assert(
    fc.property(anyYaml, fc.nat(), anyScalar, (before, index, value) => {
      const documents = parse(before);
      if (documents.some(({ errors }) => errors.length > 0)) return;
      const leaves = documents.flatMap((document, documentIndex) =>
        listPlaces(document.contents, [])
          .filter(({ node }) => isScalar(node) && !/^BLOCK/.test(String(node.type)))
          .filter(({ node }) => node?.range?.[0] !== node?.range?.[1])
          .map((leaf) => ({ ...leaf, documentIndex })),
      );
      const leaf = leaves[index % Math.max(1, leaves.length)];
      if (leaf === undefined) return;
      const { path, documentIndex, node } = leaf;
      const { text: after, refused } = updateYaml(before, [
        { kind: 'set', documentIndex, path, value },
      ]);
      const [start, end] = node?.range ?? [0, 0];
      if (refused.length > 0) return;
      const [head, tail] = [before.slice(0, start), before.slice(end)];
      expect(after.startsWith(head)).toBe(true);
      if (typeof value === 'string' && value.includes('\n')) return;
      expect(after.endsWith(tail)).toBe(true);
      expect(after.slice(head.length, after.length - tail.length)).toMatch(/^\S(?:.*\S)?$/s);
    }),
    trial,
  );
});

it('changes an item of a list in place, also where the whole list is given', () => {
  let met = 0;
  fc.assert(
    fc.property(
      anyYaml,
      fc.tuple(fc.nat(), fc.nat()),
      anyScalar,
      (before, [position, number], value) => {
        const documents = parse(before);
        if (documents.some(({ errors }) => errors.length > 0)) return;
        const lists = documents.flatMap((document, documentIndex) =>
          listPlaces(document.contents, [])
            .filter(({ node }) => isSeq(node) && node.items.length > 0)
            .map(({ path }) => ({ path, documentIndex })),
        );
        const list = lists[position % Math.max(1, lists.length)];
        if (list === undefined) return;
        const { path, documentIndex } = list;
        const items = path.reduce(enter, toData(before)[documentIndex]) as YamlData[];
        const index = number % items.length;
        const set = { kind: 'set', documentIndex } as const;
        const whole = updateYaml(before, [{ ...set, path, value: items.with(index, value) }]);
        const alone = updateYaml(before, [{ ...set, path: [...path, String(index)], value }]);
        expect(whole.text).toBe(alone.text);
        met += 1;
      },
    ),
    trial,
  );
  expect(met).toBeGreaterThan(trial.numRuns / 4);
});

type Place = {
  readonly path: readonly string[];
  readonly node: Node | null;
  /** Set for an item of a block list, which begins with its sign. */
  readonly isItem?: boolean;
  /** From the key or item to the end of what it holds. */
  readonly from: number;
  readonly to: number;
};

function listPlaces(node: Node | null, path: readonly string[]): Place[] {
  if (!isCollection(node)) return [];
  return node.items.flatMap((item, index): Place[] => {
    const isPair = isMap(node);
    const child = (isPair ? (item as Pair<Node, Node>).value : item) as Node | null;
    const key = isPair ? (item as Pair<Node, Node>).key : child;
    const name = isPair && isScalar(key) ? String(key.source ?? key.value) : String(index);
    const ends = [key, child].map((each) => each?.range?.[1] ?? 0);
    const isItem = !isPair && node.flow !== true ? { isItem: true } : {};
    const place = { path: [...path, name], node: child, ...isItem };
    return [
      { ...place, from: key?.range?.[0] ?? 0, to: Math.max(...ends) },
      ...listPlaces(child, place.path),
    ];
  });
}

function toEdits(documents: readonly Document[], changes: readonly Change[]): DocumentEdit[] {
  const edits: DocumentEdit[] = [];
  for (const [number, { kind, place: index, value, isOrdered }] of changes.entries()) {
    const documentIndex = index % documents.length;
    const contents = documents[documentIndex]?.contents ?? null;
    const all = listPlaces(contents, []);
    const maps = [{ path: [] as readonly string[], node: contents }, ...all].filter(({ node }) =>
      isMap(node),
    );
    const spots: readonly { path: readonly string[] }[] = kind === 'insert' ? maps : all;
    const { path = [] } = spots[index % Math.max(1, spots.length)] ?? {};
    const target = kind === 'insert' ? [...path, `new ${number}`] : path;
    const isFree = edits.every((other) => !touches(other, { documentIndex, path: target }));
    if (target.length === 0 || !isFree) continue;
    const order = isOrdered ? ['three', `new ${number}`, 'one'] : [];
    edits.push(
      kind === 'remove'
        ? { kind, documentIndex, path: target }
        : { kind: 'set', documentIndex, path: target, value, order },
    );
  }
  return edits;
}

// One edit within another is not a change of its own; items of one list would move under each other's feet.
function touches(left: DocumentEdit, right: Pick<DocumentEdit, 'documentIndex' | 'path'>): boolean {
  if (left.documentIndex !== right.documentIndex) return false;
  const depth = Math.min(left.path.length, right.path.length);
  const isWithin = left.path.slice(0, depth).every((name, index) => name === right.path[index]);
  const isItem = [left, right].some(({ path }) => path.some((name) => /^\d$/.test(name)));
  return isWithin || isItem;
}

function parse(source: string): readonly Document<Node>[] {
  return parseAllDocuments(source, strictYaml) as readonly Document<Node>[];
}

function toData(source: string): unknown[] {
  return parse(source).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS({ maxAliasCount: -1 });
  });
}

function request(before: string, edits: readonly DocumentEdit[]): unknown[] {
  const wished = toData(before);
  for (const edit of edits) {
    const holder = edit.path.slice(0, -1).reduce(enter, wished[edit.documentIndex]) as Record<
      string,
      unknown
    >;
    const name = edit.path.at(-1) ?? '';
    if (edit.kind === 'set') holder[name] = structuredClone(edit.value);
    else if (Array.isArray(holder)) holder.splice(Number(name), 1);
    else delete holder[name];
  }
  return wished;
}

function enter(value: unknown, name: string): unknown {
  return (value as Record<string, unknown>)[name];
}

// Every line of the text before is in the text after, in its order, but for those of what changed. Which of two equal
// lines went, nobody can tell.
function expectUntouched(before: string, after: string, edits: readonly DocumentEdit[]): void {
  const isEnded = before.endsWith('\n');
  // Where a text keeps the empty lines after it, those are not there for the eye.
  const isKept = /[|>]\d?\+/.test(before);
  if (!isKept) expect(after.endsWith('\n')).toBe(isEnded);
  expect(after.startsWith('\ufeff')).toBe(before.startsWith('\ufeff'));
  const lineEnd = /\r?\n/.exec(before)?.[0] ?? '\n';
  const [old, now] = [before, after].map((whole) => splitLines(isEnded ? whole : whole + lineEnd));
  const documents = parse(before);
  const places = new Set(edits.flatMap((edit) => listLines(before, documents, edit)));
  const allowed: (string | undefined)[] = [...places].map((line) => old?.[line]?.trimEnd());
  for (const part of diffArrays(old ?? [], now ?? [])) {
    for (const line of part.removed ? part.value : []) {
      if ((isKept || !isEnded) && line.trim() === '') continue;
      const index = allowed.indexOf(line.trimEnd());
      expect(index, `${line} of ${JSON.stringify(before)} in ${JSON.stringify(after)}`).not.toBe(
        -1,
      );
      allowed.splice(index, 1);
    }
  }
}

function splitLines(whole: string): string[] {
  return whole.replace(/^\ufeff/, '').split(/(?<=\n)/);
}

function listLines(
  before: string,
  documents: readonly Document<Node>[],
  edit: DocumentEdit,
): number[] {
  const contents = documents[edit.documentIndex]?.contents ?? null;
  const places = listPlaces(contents, []);
  const find = (path: readonly string[]) =>
    places.find((place) => JSON.stringify(place.path) === JSON.stringify(path));
  const own = find(edit.path);
  const [from = 0, to = 0] = contents?.range ?? [];
  const holder = find(edit.path.slice(0, -1)) ?? { node: contents, from, to };
  const isInBrackets = isCollection(holder.node) && holder.node.flow === true;
  const isAlone = isCollection(holder.node) && holder.node.items.length < 4;
  const ranges = [
    ...(own === undefined ? [] : [own]),
    ...(isInBrackets || (edit.kind === 'remove' && isAlone) ? [holder] : []),
  ];
  return ranges.flatMap((range) => {
    const sign = [...before.slice(0, range.from).matchAll(/^ *-(?=\s)/gm)].at(-1);
    const start = 'isItem' in range ? (sign?.index ?? 0) : range.from;
    const first = before.slice(0, start).split('\n').length - 1;
    const last = before.slice(0, range.to).trimEnd().split('\n').length - 1;
    return Array.from({ length: Math.max(0, last - first) + 1 }, (_, index) => first + index);
  });
}

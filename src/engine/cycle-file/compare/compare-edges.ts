import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { type Json, type JsonObject, readMember } from '../../../kit/json/json.ts';
import type { CycleFile, FileEdge } from '../../../model/desired/cycle-file/cycle-file.ts';
import type { CycleFileChange } from '../../../model/desired/cycle-file/cycle-file-change.ts';
import { formatEdge, isLayoutKey } from '../../../model/desired/cycle-file/cycle-structure.ts';

/** A member that differs between two parts of an export; null if absent. */
type SettingChange = {
  readonly name: string;
  readonly before: Json | null;
  readonly after: Json | null;
};

/**
 * Compares the edges of two files. A single edge between two steps that differs only in its
 * settings is a change of these. `rename` maps an earlier label to the later one.
 */
export function compareEdges(
  before: CycleFile,
  after: CycleFile,
  rename: (label: string) => string,
): CycleFileChange[] {
  const renamed = before.edges.map(({ tail, head, settings }) => {
    return { tail: rename(tail), head: rename(head), settings };
  });
  const [left, right] = [index(renamed), index(after.edges)];
  const gone = [...left].flatMap(([key, edge]) => (right.has(key) ? [] : [edge]));
  const come = [...right].flatMap(([key, edge]) => (left.has(key) ? [] : [edge]));
  const pairs = gone.flatMap((edge) => {
    const [only, ...others] = come.filter((each) => isBetween(each, edge));
    const isAlone = gone.filter((each) => isBetween(each, edge)).length === 1;
    return only === undefined || others.length > 0 || !isAlone ? [] : [[edge, only] as const];
  });
  const paired = new Set(pairs.flat());
  return [
    ...gone.flatMap((edge) => (paired.has(edge) ? [] : [toEdgeChange('edge-removed', edge)])),
    ...come.flatMap((edge) => (paired.has(edge) ? [] : [toEdgeChange('edge-added', edge)])),
    ...pairs.flatMap(([was, { tail, head, settings }]) =>
      compareSettings(was.settings, settings).map((change) => {
        return { kind: 'edge-setting' as const, tail, head, ...change };
      }),
    ),
  ];
}

function index(edges: readonly FileEdge[]): ReadonlyMap<string, FileEdge> {
  return new Map(edges.map((edge) => [formatEdge(edge), edge]));
}

function isBetween(left: FileEdge, right: FileEdge): boolean {
  return left.tail === right.tail && left.head === right.head;
}

function toEdgeChange(
  kind: 'edge-added' | 'edge-removed',
  { tail, head }: FileEdge,
): CycleFileChange {
  return { kind, tail, head };
}

/** Lists the members that differ, by name, without the layout. */
export function compareSettings(before: JsonObject, after: JsonObject): SettingChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].sort().flatMap((name) => {
    const [left, right] = [readMember(before, name) ?? null, readMember(after, name) ?? null];
    if (isSameJson(left, right) || isLayoutKey(name)) return [];
    return [{ name, before: left, after: right }];
  });
}

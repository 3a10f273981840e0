import type { CycleFile, FileEdge } from '../../../model/desired/cycle-file/cycle-file.ts';
import type { CycleFileChange } from '../../../model/desired/cycle-file/cycle-file-change.ts';
import { formatEdge } from '../../../model/desired/cycle-file/cycle-structure.ts';
import { compareSettings } from './compare-settings.ts';

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

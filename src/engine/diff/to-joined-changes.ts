import { isSameJson } from '../../kit/json/canonical-json.ts';
import { type Address, type FieldPath, parsePath, toFieldPath } from '../../model/address.ts';
import { isMappingSource } from '../../model/desired/mapping.ts';
import { withRenamedSteps } from '../../model/live/step-sources.ts';
import type { BaselineValue } from '../../model/observed/baseline.ts';
import { contentLists, findList, listMovedNames } from '../../model/observed/contents.ts';
import type { UnmanagedChange } from '../../model/observed/unmanaged.ts';

/** A cycle that has the structure of its template's live release. */
export type Upgrade = {
  /** Name of the template. */
  readonly template: string;
  /** Values that the release gives its cycles; what has none is absent. */
  readonly initial: ReadonlyMap<FieldPath, BaselineValue>;
};

/**
 * Joins unmanaged changes of which one follows from the other: all inside an added or removed step
 * or variable, and all that an upgrade of the template in the console brought.
 */
export function toJoinedChanges(
  changes: readonly UnmanagedChange[],
  upgrades: ReadonlyMap<Address, Upgrade>,
): readonly UnmanagedChange[] {
  return [...Map.groupBy(changes, ({ address }) => address)].flatMap(([address, own]) => {
    const grouped = groupByLists(own);
    const upgrade = upgrades.get(address);
    return upgrade === undefined ? grouped : groupUpgraded(grouped, upgrade);
  });
}

/** Returns whether a change is one of the structure, which only the console can make. */
export function isStructural({ kind, path }: Pick<UnmanagedChange, 'kind' | 'path'>): boolean {
  if (kind !== 'cycle') return false;
  const [section, , member] = parsePath(path);
  return path === findList(path) || (section === 'steps' && member === 'method');
}

function groupByLists(changes: readonly UnmanagedChange[]): readonly UnmanagedChange[] {
  const lists = [contentLists.steps, contentLists.variables];
  const heads = new Map(
    changes.flatMap((change) =>
      lists.includes(change.path)
        ? [[change.path, { change, names: listMoved(change), parts: [] as UnmanagedChange[] }]]
        : [],
    ),
  );
  const alone = changes.filter((change) => {
    const { path } = change;
    const isEdge = path === contentLists.edges;
    const head = heads.get(isEdge ? contentLists.steps : (findList(path) ?? path));
    const [, name = ''] = parsePath(path);
    const owner =
      head !== undefined && head.change !== change && (isEdge || head.names.has(name))
        ? head
        : [...heads.values()].find(({ names }) => isSameElsewhere(change, names));
    owner?.parts.push(change);
    return owner === undefined;
  });
  return alone.map((change) => {
    const { parts = [] } = heads.get(change.path) ?? {};
    return withParts(change, parts);
  });
}

// The same mapping, from a step or variable that has another name now, or is gone.
function isSameElsewhere({ was, is }: UnmanagedChange, moved: ReadonlySet<string>): boolean {
  if (was.kind !== 'plain' || is.kind !== 'plain') return false;
  if (!isMappingSource(was.value) || !isMappingSource(is.value)) return false;
  if (was.value.kind === 'variable') return moved.has(was.value.variable);
  const rename = (name: string) => (moved.has(name) ? '' : name);
  return isSameJson(withRenamedSteps(was.value, rename), withRenamedSteps(is.value, rename));
}

// A list that is not known in clear names nothing.
function listMoved({ was, is }: UnmanagedChange): ReadonlySet<string> {
  return was.kind === 'plain' && is.kind === 'plain'
    ? listMovedNames(was.value, is.value)
    : new Set();
}

function withParts(change: UnmanagedChange, parts: readonly UnmanagedChange[]): UnmanagedChange {
  const own = parts.map(({ path, was, is }) => ({ path, was, is }));
  return own.length === 0 ? change : { ...change, parts: own };
}

function groupUpgraded(
  changes: readonly UnmanagedChange[],
  { template, initial }: Upgrade,
): readonly UnmanagedChange[] {
  const absent: BaselineValue = { kind: 'plain', value: null };
  const isBrought = (change: UnmanagedChange) =>
    isStructural(change) ||
    (findList(change.path) !== null && isSameJson(initial.get(change.path) ?? absent, change.is));
  const brought = changes.filter(isBrought);
  const [first] = brought;
  if (first === undefined) return changes;
  const parts = brought.flatMap(({ path, was, is, parts: below = [] }) => [
    { path, was, is },
    ...below,
  ]);
  const response = brought.some((each) => each.response === 'fail') ? 'fail' : 'report';
  const upgrade: UnmanagedChange = {
    ...first,
    path: toFieldPath('from', 'template'),
    was: absent,
    is: { kind: 'plain', value: template },
    effect: 'runs',
    response,
    parts,
    isUpgrade: true,
  };
  return [upgrade, ...changes.filter((change) => !isBrought(change))];
}

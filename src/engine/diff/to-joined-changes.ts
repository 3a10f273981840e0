import { isSameJson } from '../../kit/json/canonical-json.ts';
import { type Address, type FieldPath, parsePath, toFieldPath } from '../../model/address.ts';
import { parseStepTarget } from '../../model/desired/launch-path.ts';
import { isMappingSource } from '../../model/desired/mapping.ts';
import type { Ignored } from '../../model/desired/scope/ignored.ts';
import { withRenamedSteps } from '../../model/live/steps/step-sources.ts';
import type { BaselineValue } from '../../model/observed/baseline.ts';
import { toAbsent } from '../../model/observed/compare-members.ts';
import {
  contentLists,
  findList,
  listMovedNames,
  toNames,
  withRenamedEnds,
} from '../../model/observed/contents.ts';
import type { UnmanagedChange } from '../../model/observed/unmanaged.ts';

/** A cycle that has the structure of its template's live release. */
export type Upgrade = {
  /** Name of the template, as it is shown. */
  readonly template: BaselineValue;
  /** Values that the release gives its cycles; what has none is absent. */
  readonly initial: ReadonlyMap<FieldPath, BaselineValue>;
  /** Names of the variables of the release. */
  readonly variables: ReadonlySet<string>;
  /** A person ignores the upgrade until a date; absent otherwise. */
  readonly ignored?: Ignored;
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
    const upgrade = upgrades.get(address);
    if (upgrade === undefined) return groupByLists(own);
    const isBrought = makeBrought(own, upgrade);
    const brought = own.filter(isBrought);
    if (!brought.some(isEvidence) || hasOnlyRenames(brought)) return groupByLists(own);
    const others = own.filter((change) => !isBrought(change));
    return [toUpgrade(brought, upgrade), ...groupByLists(others)];
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
  if (parts.length === 0) return change;
  const own = parts.map(({ path, was, is }) => ({ path, was, is }));
  return { ...change, response: findResponse([change, ...parts]), parts: own };
}

// A rule about one of them must not hide the others.
function findResponse(changes: readonly UnmanagedChange[]): UnmanagedChange['response'] {
  return changes.some(({ response }) => response === 'fail') ? 'fail' : 'report';
}

function toUpgrade(
  brought: readonly UnmanagedChange[],
  { template, ignored }: Upgrade,
): UnmanagedChange {
  const [first] = brought;
  if (first === undefined) throw new Error('An upgrade brought nothing');
  const { ignored: _, ...change } = first;
  // An entry for one change says nothing of all together.
  const isIgnored = brought.every(
    (each) => each.ignored !== undefined && each.ignored.changes === undefined,
  );
  const left = isIgnored ? first.ignored : ignored;
  return {
    ...change,
    path: toFieldPath('from', 'template'),
    was: absent,
    is: template,
    effect: 'runs',
    response: findResponse(brought),
    parts: brought.map(({ path, was, is }) => ({ path, was, is })),
    isUpgrade: true,
    ...(left === undefined ? {} : { ignored: left }),
  };
}

const absent: BaselineValue = { kind: 'plain', value: null };

// Only what has the value of the release now came with it; anything else a person changed.
function makeBrought(
  changes: readonly UnmanagedChange[],
  { initial, variables }: Upgrade,
): (change: UnmanagedChange) => boolean {
  const steps = changes.find(({ path }) => path === contentLists.steps);
  const moved = steps === undefined ? new Set<string>() : listMoved(steps);
  return (change) => {
    const { path, was, is } = change;
    const list = findList(path);
    if (list === null) return false;
    if (path === contentLists.variables) return isOfRelease(was, is, variables);
    if (isStructural(change)) return true;
    const target = parseStepTarget(path);
    // Members of the step itself, such as its connector, come with it.
    if (target !== null && target.target === '') return moved.has(target.step);
    return isSameJson(initial.get(path) ?? toAbsent(path, () => true) ?? absent, is);
  };
}

// A person may have deleted a variable, so that its absence proves no release.
function isEvidence(change: UnmanagedChange): boolean {
  const { path, was, is } = change;
  if (path !== contentLists.variables) return isStructural(change);
  return isStructural(change) && listAdded(was, is).length > 0;
}

// True where steps have other names alone: as many of each method, and edges between the same.
function hasOnlyRenames(changes: readonly UnmanagedChange[]): boolean {
  const structural = changes.filter(isStructural);
  const steps = structural.find(({ path }) => path === contentLists.steps);
  if (steps === undefined) return false;
  const names = listMoved(steps);
  const sides = (['was', 'is'] as const).map((side) => {
    const methods = new Map(
      structural.flatMap(({ path, [side]: value }) => {
        const [, step = '', member] = parsePath(path);
        if (member !== 'method' || value.kind !== 'plain' || value.value === null) return [];
        return [[step, String(value.value)] as const];
      }),
    );
    const edges = structural.find(({ path }) => path === contentLists.edges)?.[side];
    return { methods, edges: edges === undefined ? [] : toTexts(edges) };
  });
  const [was, is] = sides.map(({ methods, edges }) => ({
    methods: [...methods.values()].sort(),
    edges: edges.map((edge) => withRenamedEnds(edge, methods)).sort(),
  }));
  // A method that is not known in clear, or of a step on both sides, is no rename.
  const count = (was?.methods.length ?? 0) + (is?.methods.length ?? 0);
  return count === names.size && isSameJson(was, is) && !structural.some(isOfVariables);
}

function isOfVariables({ path }: UnmanagedChange): boolean {
  return path === contentLists.variables;
}

function isOfRelease(
  was: BaselineValue,
  is: BaselineValue,
  variables: ReadonlySet<string>,
): boolean {
  if (was.kind !== 'plain' || is.kind !== 'plain') return false;
  const added = new Set(listAdded(was, is));
  return [...listMovedNames(was.value, is.value)].every(
    (name) => added.has(name) === variables.has(name),
  );
}

function listAdded(was: BaselineValue, is: BaselineValue): readonly string[] {
  const before = toTexts(was);
  return toTexts(is).filter((name) => !before.includes(name));
}

function toTexts(value: BaselineValue): readonly string[] {
  return value.kind === 'plain' ? toNames(value.value) : [];
}

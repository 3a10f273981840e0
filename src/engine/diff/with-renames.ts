import { isSameJson } from '../../kit/json/canonical-json.ts';
import { type FieldPath, findByAddress, parsePath } from '../../model/address.ts';
import { isMappingSource } from '../../model/desired/mapping.ts';
import { hasNoValue } from '../../model/desired/to-mapping-source.ts';
import type { AccountDiff } from '../../model/diff/field-diff.ts';
import type { PlainValue } from '../../model/fields/field-value.ts';
import { withRenamedSteps } from '../../model/live/steps/step-sources.ts';
import type { BaselineValue } from '../../model/observed/baseline.ts';
import {
  contentLists,
  listMovedNames,
  toNames,
  withRenamedEnds,
} from '../../model/observed/contents.ts';
import type { RenamedStep, UnmanagedChange } from '../../model/observed/unmanaged.ts';

/**
 * The change with its steps that have another name and are otherwise as before: method, connector,
 * mappings and edges. A record has no ids of steps, so all of it is compared.
 */
export function withRenames(
  diff: Pick<AccountDiff, 'cycles'>,
  change: UnmanagedChange,
): UnmanagedChange {
  const renamed = listRenamed(diff, change);
  return renamed.length === 0 ? change : { ...change, renamed };
}

function listRenamed(
  { cycles }: Pick<AccountDiff, 'cycles'>,
  { address, path, was, is, parts = [] }: UnmanagedChange,
): readonly RenamedStep[] {
  if (path !== contentLists.steps || was.kind !== 'plain' || is.kind !== 'plain') return [];
  const before = toNames(was.value);
  const moved = listMovedNames(was.value, is.value);
  const [gone, added] = [true, false].map((isGone) =>
    [...moved].filter((name) => before.includes(name) === isGone),
  );
  if (gone === undefined || added === undefined) return [];
  const fields = findByAddress(cycles, address)?.fields ?? [];
  const managed = fields.flatMap(({ path: own, applied }) =>
    applied?.kind === 'plain' && hasValue(applied.value) ? [[own, applied.value] as const] : [],
  );
  const edges = parts.find((part) => part.path === contentLists.edges);
  const pairs = gone.flatMap((name): RenamedStep[] => {
    const old = listMembers([...managed, ...toPairs(parts, 'was')], name, moved);
    const [to, ...others] = added.filter((each) =>
      isSameJson(old, listMembers(toPairs(parts, 'is'), each, moved)),
    );
    // Steps that are alike could be either.
    const isOne = to !== undefined && others.length === 0 && Object.keys(old).length > 0;
    return isOne ? [{ was: name, is: to }] : [];
  });
  const names = new Map(pairs.map((pair) => [pair.was, pair.is]));
  return pairs.filter(
    (pair) =>
      pairs.filter(({ is: to }) => to === pair.is).length === 1 &&
      (edges === undefined || isSameFlow(edges, pair, names)),
  );
}

function toPairs(
  parts: NonNullable<UnmanagedChange['parts']>,
  side: 'was' | 'is',
): readonly (readonly [FieldPath, PlainValue])[] {
  return parts.flatMap(({ path, [side]: value }) =>
    value.kind === 'plain' && hasValue(value.value) ? [[path, value.value] as const] : [],
  );
}

// A part that has none is absent.
function hasValue(value: PlainValue): boolean {
  return value !== null && !(isMappingSource(value) && hasNoValue(value));
}

// Members of a step by their paths below it; sources name moved steps alike.
function listMembers(
  pairs: readonly (readonly [FieldPath, PlainValue])[],
  step: string,
  moved: ReadonlySet<string>,
): Readonly<Record<string, PlainValue>> {
  const rename = (name: string) => (moved.has(name) ? '' : name);
  return Object.fromEntries(
    pairs.flatMap(([path, value]) => {
      const [section, name, ...rest] = parsePath(path);
      if (section !== 'steps' || name !== step || rest.length === 0) return [];
      const own = isMappingSource(value) ? withRenamedSteps(value, rename) : value;
      return [[JSON.stringify(rest), own]];
    }),
  );
}

// The edges of a renamed step lead where they led.
function isSameFlow(
  { was, is }: { readonly was: BaselineValue; readonly is: BaselineValue },
  step: RenamedStep,
  names: ReadonlyMap<string, string>,
): boolean {
  const [before, now] = [was, is].map((each) => (each.kind === 'plain' ? toNames(each.value) : []));
  const old = (before ?? []).filter((edge) => isOfStep(edge, step.was));
  const own = (now ?? []).filter((edge) => isOfStep(edge, step.is));
  return isSameJson(old.map((edge) => withRenamedEnds(edge, names)).sort(), [...own].sort());
}

function isOfStep(edge: string, name: string): boolean {
  return withRenamedEnds(edge, new Map([[name, '']])) !== edge;
}

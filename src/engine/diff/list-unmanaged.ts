import {
  type Address,
  type FieldPath,
  type MemberName,
  parsePath,
  toFieldPath,
} from '../../model/address.ts';
import { findRule, isLasting } from '../../model/desired/scope/ownership.ts';
import { type AccountDiff, type AnyDiff, isCycleDiff } from '../../model/diff/field-diff.ts';
import type { PlainValue } from '../../model/fields/field-value.ts';
import type { BaselineValue } from '../../model/observed/baseline.ts';
import {
  type BaselineContext,
  compareMember,
  findBaselineValue,
  isSignIn,
  toAbsent,
  toBaselineValue,
} from '../../model/observed/compare-members.ts';
import { contentLists, hasContents, isOfContents } from '../../model/observed/contents.ts';
import { findEffect } from '../../model/observed/members.ts';
import { observeMembers } from '../../model/observed/observe-members.ts';
import {
  defaultPolicy,
  type UnmanagedChange,
  type UnmanagedPolicy,
} from '../../model/observed/unmanaged.ts';
import { withSafeNames } from '../../model/observed/with-safe-names.ts';

/** Changes by others beside the manifest, and counts of those that are not among them. */
export type BesideManifest = Pick<AccountDiff, 'unmanaged' | 'uncompared' | 'leftOut'>;

/**
 * Lists members that differ from their baseline and that no field of Git shows. Counts those that
 * could not be compared, and those that the project leaves out.
 */
export function listUnmanaged(
  diff: AccountDiff,
  policy: UnmanagedPolicy,
  context: BaselineContext,
): BesideManifest {
  const found = [diff.account, ...diff.connectors, ...diff.cycles].flatMap((object) =>
    listMembers(object, diff, { policy, context }),
  );
  const pick = <K extends Found['kind']>(kind: K) =>
    found.filter((each): each is Extract<Found, { readonly kind: K }> => each.kind === kind);
  const unmanaged = pick('changed').map(({ change }) => change);
  const uncompared = pick('uncompared').map(({ address, path }) => ({ address, path }));
  const leftOut = pick('left-out').length;
  return {
    ...(unmanaged.length === 0 ? {} : { unmanaged }),
    ...(uncompared.length === 0 ? {} : { uncompared }),
    ...(leftOut === 0 ? {} : { leftOut }),
  };
}

/** Lists members that others changed of cycles that are replaced, whether Git manages them or not. */
export function listReplacedChanges(
  diff: AccountDiff,
  context: BaselineContext,
): ReadonlyMap<Address, readonly FieldPath[]> {
  const lost = diff.cycles.flatMap((cycle) => {
    const paths = cycle.deposed.flatMap(({ live, record, run, contents }) => {
      const { contents: _, ...own } = cycle;
      const old = { ...own, live, record, runState: run, fields: [] };
      const object = contents === undefined ? old : { ...old, contents };
      const found = listMembers(object, diff, { policy: defaultPolicy, context });
      return found.flatMap((each) => (each.kind === 'changed' ? [each.change.path] : []));
    });
    return paths.length === 0 ? [] : [[cycle.address, [...new Set(paths)].sort()] as const];
  });
  return new Map(lost);
}

type Found =
  | { readonly kind: 'changed'; readonly change: UnmanagedChange }
  | ({ readonly kind: 'uncompared' } & MemberName)
  | { readonly kind: 'left-out' };

function listMembers(
  known: AnyDiff,
  { desired: { ownership } }: AccountDiff,
  { policy, context }: { readonly policy: UnmanagedPolicy; readonly context: BaselineContext },
): readonly Found[] {
  const object = withSafeNames(known, context);
  const { address, kind, at, live, record } = object;
  if (live === null || record?.baseline === undefined) return [];
  const members = observeMembers(object);
  if (members.size === 0) return [];
  const managed = listManaged(object);
  const isComparable = makeComparable(object);
  const paths = new Set([...members.keys(), ...(Object.keys(record.baseline) as FieldPath[])]);
  return [...paths].flatMap((path): Found[] => {
    if (managed.has(path) || !isComparable(path)) return [];
    const shown = { is: members.get(path), print: context.print };
    const was = findBaselineValue(record, path, shown);
    const is = toUnmanagedList(path, { was, is: shown.is, managed });
    if (isSignIn(path, is)) return [];
    const compared = compareMember(object, path, { was, is, members, print: context.print });
    const rule = findRule(ownership, object, path);
    const isOfOthers = rule !== null && isLasting(rule) && rule.owner !== 'managed';
    if (isOfOthers) return [];
    const uncompared: Found = { kind: 'uncompared', address, path };
    if (compared === 'same') return isMasked(object, path, is) ? [uncompared] : [];
    // A cycle at rest shows no schedule.
    if (compared === 'unknown') return path === 'schedule' && is === undefined ? [] : [uncompared];
    const nothing = toAbsent(path, () => true) ?? absent;
    const effect = findEffect(kind, path);
    const response = findRule(policy.rules, object, path)?.response ?? policy[effect];
    if (response === 'ignore') return [{ kind: 'left-out' }];
    const change: UnmanagedChange = {
      address,
      kind,
      path,
      was: toBaselineValue(object, [path, was ?? nothing], context),
      is: toBaselineValue(
        object,
        [path, is === undefined ? nothing : { kind: 'plain', value: is }],
        context,
      ),
      effect,
      response,
      at,
      ...(rule?.ignored === undefined ? {} : { ignored: rule.ignored }),
    };
    return [{ kind: 'changed', change }];
  });
}

// Asterisks in place of a sensitive property are the same for each value (an assumption; see the
// service's assumptions).
function isMasked({ desired }: AnyDiff, path: FieldPath, is: PlainValue | undefined): boolean {
  if (!('sensitive' in desired) || typeof is !== 'string') return false;
  const [list, name = ''] = parsePath(path);
  return list === 'properties' && desired.sensitive.has(name) && /^[*•]+$/.test(is);
}

function listManaged(object: AnyDiff): ReadonlySet<FieldPath> {
  const managed = isCycleDiff(object) ? [...(object.contents?.managed.keys() ?? [])] : [];
  return new Set([...object.fields.map(({ path }) => path), ...managed]);
}

// The list of variables with those of Git as they were, because each is a field of its own. One that
// is hidden, and has no other, is no member of its own either.
function toUnmanagedList(
  path: FieldPath,
  {
    was,
    is,
    managed,
  }: {
    readonly was: BaselineValue | undefined;
    readonly is: PlainValue | undefined;
    readonly managed: ReadonlySet<FieldPath>;
  },
): PlainValue | undefined {
  if (path !== contentLists.variables || was?.kind !== 'plain') return is;
  const isOfGit = (name: string) => managed.has(toFieldPath('variables', name));
  const before = toNames(was.value);
  if (is === undefined) return before.every(isOfGit) ? was.value : is;
  const now = toNames(is);
  const added = now.filter((name) => !before.includes(name) && !isOfGit(name));
  return [...before.filter((name) => now.includes(name) || isOfGit(name)), ...added].sort();
}

function toNames(value: PlainValue): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

// The contents of a cycle are compared if both sides were read whole.
function makeComparable(object: AnyDiff): (path: FieldPath) => boolean {
  if (!isCycleDiff(object)) return () => true;
  const isWhole = object.contents !== undefined && hasContents(object.record);
  return (path) => isWhole || !isOfContents(path);
}

const absent: BaselineValue = { kind: 'plain', value: null };

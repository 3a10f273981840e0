import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { isChanged, isUnreadable } from '../../../model/diff/disposition.ts';
import type { AccountDiff, FieldDiff } from '../../../model/diff/field-diff.ts';
import { isDrift } from '../../../model/diff/outcome.ts';
import { toComparableDesired, toShownLive } from '../../../model/fields/to-shown-value.ts';
import type { ShownValue } from '../../../model/plan/change.ts';
import type { ComparedSide, Difference, NotCompared } from './comparison.ts';

type AnyDiff =
  | AccountDiff['account']
  | AccountDiff['connectors'][number]
  | AccountDiff['cycles'][number];

/**
 * Compares an account in two environments relative to Git: a field counts when one side differs
 * from Git, and the sides do not differ alike.
 */
export function compareSides(from: AccountDiff, to: AccountDiff): readonly Difference[] {
  const pairs = pairObjects(from, to);
  const environments = [from.desired.environment, to.desired.environment] as const;
  return [
    ...pairs.flatMap(([left, right]) => compareObjects(left, right, environments)),
    ...compareUnmanaged(from, to),
  ];
}

/**
 * Lists fields of shared objects that cannot be compared, because one side is not shown or has no
 * known value. Skips the schedule of a paused cycle.
 */
export function listNotCompared(from: AccountDiff, to: AccountDiff): readonly NotCompared[] {
  return pairObjects(from, to).flatMap(([left, right]) => {
    if (left.live === null || right.live === null) return [];
    return pairFields(left, right)
      .filter(({ sides }) => sides.some(isUnknown) && !sides.some(isOff) && !isAlike(sides))
      .map(({ path }) => ({ address: left.address, path }));
  });
}

function isUnknown(field: FieldDiff | undefined): boolean {
  if (field === undefined) return false;
  const { comparison, path } = field;
  if (comparison === 'not-compared') return path !== 'schedule';
  return isUnreadable(field) || !isShown(field);
}

// Treats equal live values as alike, such as a wait for the same person.
function isAlike([left, right]: readonly (FieldDiff | undefined)[]): boolean {
  if (left?.live?.kind !== 'plain' || right?.live?.kind !== 'plain') return false;
  const isSecret = [left, right].some(({ desired }) => desired.value.kind === 'secret');
  return !isSecret && isSameJson(left.live, right.live);
}

function pairObjects(from: AccountDiff, to: AccountDiff): readonly (readonly [AnyDiff, AnyDiff])[] {
  const right = new Map(listObjects(to).map((each) => [each.address, each]));
  return listObjects(from).flatMap((left) => {
    const other = right.get(left.address);
    return other === undefined ? [] : [[left, other] as const];
  });
}

function listObjects(diff: AccountDiff): readonly AnyDiff[] {
  return [diff.account, ...diff.connectors, ...diff.cycles];
}

function compareObjects(
  left: AnyDiff,
  right: AnyDiff,
  [from, to]: readonly [string, string],
): Difference[] {
  if (left.live === null && right.live === null) return [];
  if (left.live === null || right.live === null) {
    const there = left.live === null ? to : from;
    const { kind: object, address: name } = left;
    return [{ kind: 'lone', object, name, isForeign: false, in: there }];
  }
  return pairFields(left, right).flatMap(({ path, sides: [one, other] }): Difference[] => {
    if (!isOff(one) && !isOff(other)) return [];
    if (one !== undefined && other !== undefined && isSameOff(one, other)) return [];
    return [{ kind: 'field', address: left.address, path, from: toSide(one), to: toSide(other) }];
  });
}

function pairFields(left: AnyDiff, right: AnyDiff) {
  const [ours, theirs] = [left, right].map(
    ({ fields }) => new Map(fields.map((each) => [each.path, each])),
  );
  const paths = new Set([...(ours?.keys() ?? []), ...(theirs?.keys() ?? [])]);
  return [...paths].map((path) => ({ path, sides: [ours?.get(path), theirs?.get(path)] as const }));
}

// Excludes unreadable and unknown fields, because they are counted apart.
function isOff(field: FieldDiff | undefined): boolean {
  return field !== undefined && (isChanged(field) || isDrift(field)) && isShown(field);
}

function isShown({ live }: FieldDiff): boolean {
  return live !== null && live.kind !== 'not-readable';
}

function isSameOff(left: FieldDiff, right: FieldDiff): boolean {
  const isSameWish = isSameJson(
    toComparableDesired(left.desired.value),
    toComparableDesired(right.desired.value),
  );
  const isPlain = toShownLive(left).kind === 'plain' && toShownLive(right).kind === 'plain';
  const isSameLive = isPlain && isSameJson(left.live, right.live);
  const isSameName = isSameJson(left.lost ?? null, right.lost ?? null);
  return isOff(left) && isOff(right) && isSameWish && isSameLive && isSameName;
}

function toSide(field: FieldDiff | undefined): ComparedSide {
  const unknown: ShownValue = { kind: 'unknown' };
  if (field === undefined) return { live: unknown, isAsGit: null };
  const { lost } = field;
  return {
    live: toShownLive(field),
    isAsGit: isShown(field) ? !isOff(field) : null,
    ...(lost === undefined ? {} : { lost }),
  };
}

function compareUnmanaged(from: AccountDiff, to: AccountDiff): Difference[] {
  const [ours, theirs] = [listUnmanaged(from), listUnmanaged(to)];
  const collect = (own: typeof ours, others: typeof ours, there: string) =>
    own
      .filter((each) => !others.some((other) => isSameJson(each, other)))
      .map((each): Difference => ({ kind: 'lone', ...each, isForeign: true, in: there }));
  return [
    ...collect(ours, theirs, from.desired.environment),
    ...collect(theirs, ours, to.desired.environment),
  ];
}

function listUnmanaged({ liveOnlyConnectors, liveOnlyCycles }: AccountDiff) {
  return [
    ...liveOnlyConnectors
      .filter(({ record }) => record === null)
      .map(({ live }) => ({ object: 'connector' as const, name: live.name })),
    ...liveOnlyCycles
      .filter(({ record }) => record === null)
      .map(({ live }) => ({ object: 'cycle' as const, name: live.name })),
  ];
}

import { isSameJson } from '../../kit/json/canonical-json.ts';
import type { FieldPath } from '../../model/address.ts';
import { type AnyDiff, isCycleDiff } from '../../model/diff/field-diff.ts';
import type { Part } from '../../model/diff/part.ts';
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
import { contentLists, isOfContents } from '../../model/observed/contents.ts';
import { observeMembers } from '../../model/observed/observe-members.ts';
import { withSafeNames } from '../../model/observed/with-safe-names.ts';
import type { Fingerprinter } from '../../model/plan/expectation.ts';
import { isLasting } from '../../model/secret/secret.ts';
import type { ObjectRecord } from '../../model/state/account-state.ts';

/**
 * Computes the baseline of an object after a read. It is set whole once. Afterwards it moves only for
 * fields in sync with Git and lines that Git released: any other difference stays open.
 */
export function toBaseline(
  known: AnyDiff,
  part: Part | undefined,
  context: BaselineContext,
): Pick<ObjectRecord, 'baseline'> {
  const object = withSafeNames(known, context);
  const { live, fields } = object;
  const record = object.record?.remoteId === live?.id ? object.record : null;
  const members = observeMembers(object);
  const before = record?.baseline;
  if (members.size === 0) return before === undefined ? {} : { baseline: before };
  const managed = new Map(fields.map((field) => [field.path, field]));
  const isWhole = part === undefined || part.objects.has(object.address);
  const next = new Map<FieldPath, BaselineValue>(listMembers(before));
  const hasList = (list: FieldPath) => Object.hasOwn(before ?? {}, list);
  const isWholeRead = members.has(contentLists.steps);
  const isNamed = members.has(contentLists.edges) && members.has(contentLists.variables);
  for (const path of new Set([...members.keys(), ...next.keys(), ...listReleased(record)])) {
    const field = managed.get(findManaging(object, path));
    const is = members.get(path);
    const isReleased = field === undefined && isWhole;
    const kept = next.get(path);
    const was = findBefore(path, { record, kept, isReleased, is, print: context.print });
    const isOfGit = field?.comparison === 'same' && field.desired.isBaseline !== true;
    const isMoved = isOfGit || isSignIn(path, is);
    const compared =
      was === undefined
        ? null
        : compareMember(object, path, { was, is, members, print: context.print });
    // A fingerprint of another key proves nothing, and gives way to one that can be compared.
    const isUnnamed = compared === 'unknown' && was?.kind === 'plain' && isWholeRead;
    // The baseline has an id where this read has a name.
    if (isUnnamed && isNamed && is === undefined) next.delete(path);
    const isOpen = compared === 'different' || (isUnnamed && !isNamed);
    const isKept = compared === 'same' || (isOpen && !isMoved);
    // A member that was not read stays, and may be a secret by now.
    const value = (isKept ? was : toPlain(is)) ?? next.get(path);
    if (value === undefined) continue;
    // Nothing was there, and nothing is.
    if (is === undefined && !next.has(path) && isSameJson(value, toAbsent(path, hasList))) continue;
    // A text that may still be the secret of that fingerprint, which nothing else may know of.
    const mayBeSecret = compared === 'unknown' && was?.kind === 'secret';
    const stored = toBaselineValue(object, [path, value], { ...context, mayBeSecret });
    if (stored.kind === 'plain' || isLasting(stored.read)) next.set(path, stored);
    else if (next.get(path)?.kind === 'plain') next.delete(path);
  }
  return { baseline: Object.fromEntries(next) };
}

// The field of Git that manages a member.
function findManaging(object: AnyDiff, path: FieldPath): FieldPath {
  return (isCycleDiff(object) ? object.contents?.managed.get(path) : undefined) ?? path;
}

function toPlain(value: PlainValue | undefined): BaselineValue | undefined {
  return value === undefined ? undefined : { kind: 'plain', value };
}

// A property that a whole baseline lacks had no value.
function findBefore(
  path: FieldPath,
  {
    record,
    kept,
    isReleased,
    ...shown
  }: {
    readonly record: ObjectRecord | null;
    readonly kept: BaselineValue | undefined;
    readonly isReleased: boolean;
    readonly is: PlainValue | undefined;
    readonly print: Fingerprinter;
  },
): BaselineValue | undefined {
  const was = isReleased && record !== null ? findBaselineValue(record, path, shown) : kept;
  const { baseline } = record ?? {};
  if (was !== undefined || baseline === undefined) return was;
  return toAbsent(path, (list) => Object.hasOwn(baseline, list));
}

function listMembers(baseline: ObjectRecord['baseline']): [FieldPath, BaselineValue][] {
  return Object.entries(baseline ?? {}) as [FieldPath, BaselineValue][];
}

// Members without a value may be left out by the service.
function listReleased(record: ObjectRecord | null): FieldPath[] {
  const applied = Object.keys(record?.applied ?? {}) as FieldPath[];
  return applied.filter((path) => path.startsWith('properties/') || isOfContents(path));
}

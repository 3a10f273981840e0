import type { KnownSecret, Substitutes } from '../../../../app/ports/rehearsal/make-substitutes.ts';
import type { FieldPath } from '../../../../model/address.ts';
import { toReplacement } from '../../../../model/desired/scope/deposed.ts';
import type { AppliedValue, PlainValue } from '../../../../model/fields/field-value.ts';
import type { BaselineValue } from '../../../../model/observed/baseline.ts';
import type { Expectation } from '../../../../model/plan/expectation.ts';
import type { AccountPlan } from '../../../../model/plan/plan.ts';
import type { ObjectRecord } from '../../../../model/state/account-state.ts';

/** A value that an object had when it was planned. */
export type KnownValue =
  | { readonly kind: 'plain'; readonly value: PlainValue }
  | ({ readonly kind: 'secret' } & KnownSecret);

/** By path: what is known of an object. */
export type KnownValues = ReadonlyMap<FieldPath, KnownValue>;

/**
 * Lists what is known of an object: its baseline, over that what was last applied, and over that what the plan found
 * where it changes something.
 */
export function listKnown(record: ObjectRecord, plan: AccountPlan): KnownValues {
  const known = new Map<FieldPath, KnownValue>();
  const add = (path: string, value: KnownValue) => {
    const before = known.get(path as FieldPath);
    known.set(path as FieldPath, withEarlierPrints(value, before));
  };
  for (const [path, value] of Object.entries(record.baseline ?? {})) add(path, fromBaseline(value));
  for (const [path, value] of Object.entries(record.applied)) add(path, fromApplied(value));
  const change = plan.changes.find((each) => each.address === record.address);
  if (change?.verb === 'update')
    for (const { path, before } of change.fields) if (before.kind === 'plain') add(path, before);
  const expected = findExpected(record, plan);
  const isLost = expected !== undefined && isDeleted(expected, plan);
  for (const [path, value] of Object.entries(expected?.before ?? {})) {
    if (value.kind === 'plain') add(path, value);
    if (value.kind === 'secret') {
      const { print } = value;
      add(path, { kind: 'secret', print: isLost ? null : print, member: isLost ? print : null });
    }
  }
  return known;
}

/** Finds what a plan expects of an object: a cycle that is replaced has an address of its own there. */
export function findExpected(
  { remoteId }: Pick<ObjectRecord, 'remoteId'>,
  { expects }: Pick<AccountPlan, 'expects'>,
): Expectation | undefined {
  return expects.find(({ id }) => id === remoteId);
}

// A plan has the fingerprints of members, and not of texts, of an object that it deletes.
function isDeleted({ address }: Expectation, { changes }: AccountPlan): boolean {
  const replacement = toReplacement(address);
  return changes.some(
    (each) =>
      (each.verb === 'delete' && each.address === address) ||
      (each.verb === 'replace' && each.address === replacement),
  );
}

function withEarlierPrints(value: KnownValue, before: KnownValue | undefined): KnownValue {
  if (value.kind === 'plain' || before?.kind !== 'secret') return value;
  return {
    kind: 'secret',
    print: value.print ?? before.print,
    member: value.member ?? before.member,
  };
}

function fromBaseline(value: BaselineValue): KnownValue {
  return value.kind === 'plain'
    ? { kind: 'plain', value: value.value }
    : { kind: 'secret', print: null, member: value.read };
}

function fromApplied(value: AppliedValue): KnownValue {
  return value.kind === 'plain'
    ? { kind: 'plain', value: value.value }
    : { kind: 'secret', print: value.read ?? value.written, member: null };
}

/** Reads values of an object that is known. */
export type KnownReader = {
  readonly values: KnownValues;
  /** A text; the substitute of a secret. */
  text(path: string): string | null;
  flag(path: string): boolean | null;
  number(path: string): number | null;
  list(path: string): readonly string[] | null;
};

/** Opens the values of an object. */
export function openKnown(
  { kind, remoteId: id }: Pick<ObjectRecord, 'kind' | 'remoteId'>,
  values: KnownValues,
  toText: Substitutes['toText'],
): KnownReader {
  const plain = (path: string): PlainValue => {
    const known = values.get(path as FieldPath);
    return known?.kind === 'plain' ? known.value : null;
  };
  return {
    values,
    text: (path) => {
      const known = values.get(path as FieldPath);
      if (known?.kind === 'secret') return toText(known, { kind, id, path: path as FieldPath });
      const value = plain(path);
      return value === null || typeof value === 'object' ? null : String(value);
    },
    flag: (path) => {
      const value = plain(path);
      return typeof value === 'boolean' ? value : null;
    },
    number: (path) => {
      const value = plain(path);
      return typeof value === 'number' ? value : null;
    },
    list: (path) => {
      const value = plain(path);
      return Array.isArray(value) ? value.map(String) : null;
    },
  };
}

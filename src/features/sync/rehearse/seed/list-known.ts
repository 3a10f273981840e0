import type { FieldPath } from '../../../../model/address.ts';
import type { AppliedValue, PlainValue } from '../../../../model/fields/field-value.ts';
import type { BaselineValue } from '../../../../model/observed/baseline.ts';
import type { AccountPlan } from '../../../../model/plan/plan.ts';
import type { Fingerprint } from '../../../../model/secret/secret.ts';
import type { ObjectRecord } from '../../../../model/state/account-state.ts';

/** A value that an object had when it was planned. */
export type KnownValue =
  | { readonly kind: 'plain'; readonly value: PlainValue }
  | { readonly kind: 'secret'; readonly print: Fingerprint | null };

/** By path: what is known of an object. */
export type KnownValues = ReadonlyMap<FieldPath, KnownValue>;

/**
 * Lists what is known of an object: its baseline, over that what was last applied, and over that what the plan found
 * where it changes something.
 */
export function listKnown(record: ObjectRecord, plan: AccountPlan): KnownValues {
  const { address } = record;
  const change = plan.changes.find((each) => each.address === address);
  const expected = plan.expects.find((each) => each.address === address);
  const found = change !== undefined && 'fields' in change ? change.fields : [];
  return new Map<FieldPath, KnownValue>([
    ...toEntries(record.baseline ?? {}, fromBaseline),
    ...toEntries(record.applied, fromApplied),
    ...found.flatMap(({ path, before }): [FieldPath, KnownValue][] =>
      before.kind === 'plain' ? [[path, before]] : [],
    ),
    ...toEntries(expected?.before ?? {}, (value) => (value.kind === 'unknown' ? null : value)),
  ]);
}

function toEntries<T>(
  values: Readonly<Record<FieldPath, T>>,
  convert: (value: T) => KnownValue | null,
): [FieldPath, KnownValue][] {
  return Object.entries<T>(values).flatMap(([path, value]): [FieldPath, KnownValue][] => {
    const known = convert(value);
    return known === null ? [] : [[path as FieldPath, known]];
  });
}

function fromBaseline(value: BaselineValue): KnownValue {
  return value.kind === 'plain'
    ? { kind: 'plain', value: value.value }
    : { kind: 'secret', print: value.read };
}

function fromApplied(value: AppliedValue): KnownValue {
  return value.kind === 'plain'
    ? { kind: 'plain', value: value.value }
    : { kind: 'secret', print: value.read ?? value.written };
}

/** Reads values of an object that is known. */
export type KnownReader = {
  readonly values: KnownValues;
  /** A text; the stand-in of a secret. */
  text(path: string): string | null;
  flag(path: string): boolean | null;
  number(path: string): number | null;
  list(path: string): readonly string[] | null;
};

/** Opens the values of an object. `toText` gives the stand-in of a secret. */
export function openKnown(
  values: KnownValues,
  toText: (print: Fingerprint | null) => string,
): KnownReader {
  const plain = (path: string): PlainValue => {
    const known = values.get(path as FieldPath);
    return known?.kind === 'plain' ? known.value : null;
  };
  return {
    values,
    text: (path) => {
      const known = values.get(path as FieldPath);
      if (known?.kind === 'secret') return toText(known.print);
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

import { formatCanonicalJson, isSameJson } from '../../kit/json/canonical-json.ts';
import type { Address, FieldPath, ObjectKind } from '../address.ts';
import { type AccountDiff, type FieldDiff, findDiff } from '../diff/field-diff.ts';
import { type PlainValue, toShownText } from '../fields/field-value.ts';
import { findFieldRow } from '../fields/fields.ts';
import { normalise } from '../fields/normalise.ts';
import { isLiveHidden } from '../fields/to-shown-value.ts';
import type { RemoteId } from '../live/live.ts';
import { redactAddress } from '../secret/redact-address.ts';
import { type Fingerprint, isLasting } from '../secret/secret.ts';
import type { ShownValue } from './change.ts';
import type { Move, ObjectState } from './move.ts';

/**
 * Preconditions of operations on one object: its existence, its activity, and the fields that they write,
 * or all of one that they delete. Apply verifies them before its first write.
 */
export type Expectation = {
  readonly address: Address;
  /** Its id in the service; null: it is not there. */
  readonly id: RemoteId | null;
  /** For an existing cycle. */
  readonly isActive?: boolean;
  readonly before?: Readonly<Record<FieldPath, ExpectedValue>>;
};

/** A value as it was found. A secret is a fingerprint, and none where its key is of one run alone. */
export type ExpectedValue =
  | Extract<ShownValue, { readonly kind: 'plain' | 'unknown' }>
  | { readonly kind: 'secret'; readonly print: Fingerprint | null };

/** An object as a look found it. */
export type ObservedObject = {
  readonly address: Address;
  readonly kind: ObjectKind;
  readonly live: { readonly id: RemoteId; readonly status?: string } | null;
  readonly fields: readonly FieldDiff[];
  /** All else that the service shows of it, secrets included; present where it is to be deleted. */
  readonly members?: ReadonlyMap<FieldPath, PlainValue>;
  /** Reads the same as it may be stored. */
  readonly readMembers?: (print: Fingerprinter) => readonly (readonly [FieldPath, ExpectedValue])[];
};

/** Fingerprints live values. */
export type Fingerprinter = (text: string) => Fingerprint;

/**
 * The object of an address in a comparison; one to be deleted has no fields. Null: it does not
 * exist.
 */
export function findObject(diff: AccountDiff, address: Address): ObservedObject | null {
  const found = findDiff(diff, address);
  if (found !== undefined) return found;
  const connector = diff.liveOnlyConnectors.find(({ record }) => record?.address === address);
  if (connector !== undefined)
    return { address, kind: 'connector', live: connector.live, fields: [] };
  const cycle = diff.liveOnlyCycles.find(({ record }) => record?.address === address);
  return cycle === undefined ? null : { address, kind: 'cycle', live: cycle.live, fields: [] };
}

/** The expectation of an object and of these fields, from how it was read. */
export function toExpectation(
  { address, kind, live, fields, readMembers }: ObservedObject,
  paths: ReadonlySet<FieldPath>,
  fingerprint: Fingerprinter,
): Expectation {
  if (live === null) return { address, id: null };
  const before = [
    ...fields
      .filter(({ path }) => paths.has(path))
      .map((field) => [field.path, toExpected(kind, field, fingerprint)] as const),
    ...(readMembers?.(fingerprint) ?? []),
  ];
  return {
    address,
    id: live.id,
    ...(live.status === undefined ? {} : { isActive: live.status === 'Active' }),
    ...(before.length === 0 ? {} : { before: Object.fromEntries(before) }),
  };
}

/** Differences from the expectation; `found` is null if the object was not found. */
export function listMoves(
  expected: Expectation,
  found: ObservedObject | null,
  print: Fingerprinter,
): readonly Move[] {
  const { address, before = {} } = expected;
  const paths = new Set(Object.keys(before) as FieldPath[]);
  const now = found === null ? { address, id: null } : toExpectation(found, paths, print);
  return compareExpectations(expected, now).filter(({ path }) => {
    const was = path === null ? undefined : before[path];
    return (
      path === null ||
      was === undefined ||
      found === null ||
      !isEarlierForm(was, found, { path, print })
    );
  });
}

/** Differences between the expectation of an object and how it is now. */
export function compareExpectations(
  { address, id, isActive, before = {} }: Expectation,
  now: Expectation,
): readonly Move[] {
  if (now.id !== id) {
    return [{ address, path: null, was: toState(id), is: toState(now.id) }];
  }
  const paths = Object.keys(before) as FieldPath[];
  const ran = isActive === now.isActive ? [] : [toRunMove(address, isActive === true)];
  // Activity is reported for the object, and not again as a field.
  const reported = ran.length === 0 ? paths : paths.filter((path) => path !== 'state');
  return [
    ...ran,
    ...reported.flatMap((path): Move[] => {
      const was = before[path] ?? { kind: 'unknown' };
      const is = now.before?.[path] ?? { kind: 'unknown' };
      if (isSameJson(was, is) || isUnseen(path, [was, is])) return [];
      return [{ address, path, was: toShownValue(was), is: toShownValue(is) }];
    }),
  ];
}

// A cycle at rest shows no schedule, and a name that may hold a secret is not kept.
function isUnseen(path: FieldPath, [was, is]: readonly [ExpectedValue, ExpectedValue]): boolean {
  return (
    (path === 'schedule' && is.kind === 'unknown') ||
    (path === 'displayName' && [was, is].some(({ kind }) => kind === 'unknown'))
  );
}

function toState(id: RemoteId | null): ObjectState {
  return id === null ? { kind: 'absent' } : { kind: 'there', id };
}

function toRunMove(address: Address, wasActive: boolean): Move {
  const [active, resting] = [{ kind: 'active' }, { kind: 'resting' }] as const;
  return wasActive
    ? { address, path: null, was: active, is: resting }
    : { address, path: null, was: resting, is: active };
}

function toExpected(kind: ObjectKind, field: FieldDiff, fingerprint: Fingerprinter): ExpectedValue {
  const { live, path } = field;
  if (live === null || live.kind === 'not-readable') return { kind: 'unknown' };
  if (live.kind === 'secret') return { kind: 'secret', print: toLastingFingerprint(live.read) };
  return toExpectedPlain(
    field,
    normalise(live.value, findFieldRow(kind, path).normaliser),
    fingerprint,
  );
}

function toExpectedPlain(
  field: FieldDiff,
  value: PlainValue,
  fingerprint: Fingerprinter,
): ExpectedValue {
  const letsIn = typeof value === 'string' && redactAddress(value) !== value;
  if (value === null || !(letsIn || isLiveHidden(field))) return { kind: 'plain', value };
  // A value at the place of a secret may be one.
  const text = toShownText(value);
  return {
    kind: 'secret',
    print: toLastingFingerprint(fingerprint(text ?? formatCanonicalJson(value))),
  };
}

// Plans saved before the field had its normaliser have the raw value, or its fingerprint.
function isEarlierForm(
  was: ExpectedValue,
  { kind, fields }: ObservedObject,
  { path, print }: { readonly path: FieldPath; readonly print: Fingerprinter },
): boolean {
  const field = fields.find((each) => each.path === path);
  if (field?.live?.kind !== 'plain') return false;
  const { value } = field.live;
  return was.kind === 'plain'
    ? isSameJson(
        { ...was, value: normalise(was.value, findFieldRow(kind, path).normaliser) },
        toExpected(kind, field, print),
      )
    : isSameJson(was, toExpectedPlain(field, value, print));
}

/** A fingerprint that a later run can compare; null for one of a key that this run alone has. */
export function toLastingFingerprint(fingerprint: Fingerprint | null): Fingerprint | null {
  return fingerprint !== null && isLasting(fingerprint) ? fingerprint : null;
}

function toShownValue(value: ExpectedValue): ShownValue {
  return value.kind === 'secret' ? { kind: 'secret', from: null } : value;
}

import type { FieldPath, ObjectKind } from '../../../model/address.ts';
import type { Comparison } from '../../../model/diff/disposition.ts';
import type { ComparedField } from '../../../model/diff/field-diff.ts';
import type { FieldRow } from '../../../model/fields/field-row.ts';
import type {
  AppliedValue,
  DesiredField,
  DesiredFields,
  LiveFields,
  LiveValue,
} from '../../../model/fields/field-value.ts';
import { findFieldRow } from '../../../model/fields/fields.ts';
import { findBaselineSides } from '../../../model/observed/compare-members.ts';
import type { Fingerprint } from '../../../model/secret/secret.ts';
import type { ObjectRecord } from '../../../model/state/account-state.ts';
import { classifyPlain } from './classify-plain.ts';
import { classifySecret } from './classify-secret.ts';

/** Fingerprints live secrets for comparison; `rewrite` sends unverified fields again. */
export type DiffOptions = {
  readonly fingerprint: (text: string) => Fingerprint;
  readonly rewrite: boolean;
};

/** Compares every managed field of one object; `live` is null if it does not exist. */
export function diffFields(
  kind: ObjectKind,
  sides: {
    readonly desired: DesiredFields;
    readonly live: LiveFields | null;
    readonly record: ObjectRecord | null;
    readonly isBound: boolean;
  },
  options: DiffOptions,
): ComparedField[] {
  return [...sides.desired.values()].map((desired) => {
    const { path } = desired;
    const live =
      sides.live === null ? null : (sides.live.get(path) ?? { kind: 'not-readable' as const });
    const applied = findApplied(desired, sides.record);
    const { isBound } = sides;
    const comparison =
      live === null ? 'new' : diffField(kind, { desired, live, applied, isBound }, options);
    const field = { path, desired, live, applied, comparison, redaction: 'none' } as const;
    return comparison === 'unknown' ? withBaseline(kind, field, sides.record) : field;
  });
}

// Decides by the baseline who changed a field that Git names now, and that no apply has written.
function withBaseline(
  kind: ObjectKind,
  field: ComparedField,
  record: ObjectRecord | null,
): ComparedField {
  const { path, desired, live } = field;
  const before = findBaselineSides(record, path, live);
  if (before === null || desired.value.kind !== 'plain') return field;
  const { normaliser } = findFieldRow(kind, path);
  const sides = { live: before.is, applied: before.was, isBound: true, normaliser };
  return { ...field, comparison: classifyPlain(desired.value.value, sides) };
}

// A baseline is what was there before others changed it.
function findApplied(
  { path, value, isBaseline }: DesiredField,
  record: ObjectRecord | null,
): AppliedValue | null {
  if (isBaseline === true && value.kind === 'plain') return { ...value, origin: 'read' };
  return record?.applied[path] ?? null;
}

/** Lists applied fields that the manifest no longer names. */
export function listForgotten(desired: DesiredFields, record: ObjectRecord | null): FieldPath[] {
  if (record === null) return [];
  return (Object.keys(record.applied) as FieldPath[]).filter((path) => !desired.has(path)).sort();
}

function diffField(
  kind: ObjectKind,
  sides: {
    desired: DesiredField;
    live: LiveValue;
    applied: AppliedValue | null;
    isBound: boolean;
  },
  options: DiffOptions,
): Comparison {
  const { desired, live, applied, isBound } = sides;
  const row = findFieldRow(kind, desired.path);
  if (desired.value.kind === 'secret') {
    return classifySecret(desired.value.secret, {
      live,
      applied,
      isBound,
      isShown: isShown(row, desired),
      ...options,
    });
  }
  const { normaliser } = row;
  const comparison = classifyPlain(desired.value.value, { live, applied, isBound, normaliser });
  // A field that cannot be changed is not sent again, and has no known difference.
  const isSent = options.rewrite && row.writable === 'always';
  const isUnverified = applied === null || applied.origin === 'assumed';
  return comparison === 'not-readable' && isUnverified && isSent ? 'unknown' : comparison;
}

// Only a secret of the service can be masked, and only a field without normaliser is kept as sent.
function isShown({ sensitive, normaliser }: FieldRow, desired: DesiredField): boolean {
  const isMarked = sensitive === 'always' || desired.isSensitive === true;
  // An ignored mapping is not text.
  return !isMarked && (normaliser === 'as-it-is' || normaliser === 'ignored-is-null');
}

import { isUnreadable } from '../../model/diff/disposition.ts';
import { type AnyDiff, type FieldDiff, isBound, isCycleDiff } from '../../model/diff/field-diff.ts';
import { readOutcome } from '../../model/diff/outcome.ts';
import { isRunning } from '../../model/diff/run-state.ts';
import {
  type AppliedValue,
  type LiveValue,
  type PlainValue,
  toShownText,
  type ValueOrigin,
} from '../../model/fields/field-value.ts';
import { findFieldRow } from '../../model/fields/fields.ts';
import { isSameValue } from '../../model/fields/normalise.ts';
import type { Fingerprint } from '../../model/secret/secret.ts';

/** Computes the value of a field that state keeps after a read; null: none. */
export function toApplied(
  object: AnyDiff,
  field: FieldDiff,
  fingerprint: (text: string) => Fingerprint,
): AppliedValue | null {
  const { desired, live, applied, comparison } = field;
  const { state } = readOutcome(field);
  if (state === 'dropped') return null;
  if (state === 'kept') return applied;
  const isAdopted = !isBound(object.record, object.live);
  if (desired.value.kind === 'secret') return toAppliedSecret(field, fingerprint, isAdopted);
  // A consent counts from its first read.
  if (desired.path === 'auth') {
    return state === 'desired' ? { kind: 'plain', value: true, origin: 'read' } : applied;
  }
  if (state === 'desired') {
    const { value } = desired.value;
    return { kind: 'plain', value, origin: classifyOrigin(object, field, value) };
  }
  // Unreadable fields count as applied, unverified; the schedule of a paused cycle does not.
  if (isAdopted && state === 'assumed' && comparison !== 'not-compared')
    return { ...desired.value, origin: 'assumed' };
  // An adopted cycle was stopped before our time.
  if (isAdopted && desired.path === 'state' && live?.kind === 'plain')
    return { ...live, origin: 'read' };
  return applied;
}

// A sent value stays sent while it is equal. A value that counts as equal without a read is
// assumed.
function classifyOrigin(
  object: AnyDiff,
  { path, live, applied }: FieldDiff,
  value: PlainValue,
): ValueOrigin {
  const { normaliser } = findFieldRow(object.kind, path);
  const isSame = (other: AppliedValue | LiveValue | null): boolean =>
    other?.kind === 'plain' && isSameValue(other.value, value, normaliser);
  const known = applied !== null && isSame(applied) ? applied.origin : 'assumed';
  // A paused cycle shows its last requested schedule, which proves no run.
  const isProof = path !== 'schedule' || !isCycleDiff(object) || isRunning(object.runState);
  return known === 'assumed' && isProof && isSame(live) ? 'read' : known;
}

function toAppliedSecret(
  field: FieldDiff,
  fingerprint: (text: string) => Fingerprint,
  isAdopted: boolean,
): AppliedValue | null {
  const { desired, applied } = field;
  const { state } = readOutcome(field);
  if (desired.value.kind !== 'secret') return applied;
  const read = readFingerprint(field, fingerprint);
  const before = applied?.kind === 'secret' ? applied : null;
  if (state === 'desired') {
    const written = desired.value.secret.fingerprint;
    const isKept = before !== null && before.written === written;
    if (!isKept) return { kind: 'secret', written, read, origin: 'read' };
    return { ...before, read };
  }
  if (before === null)
    return isAdopted && state === 'assumed'
      ? { kind: 'secret', written: null, read, origin: 'assumed' }
      : applied;
  return before.read === null && isUnreadable(field) ? { ...before, read } : before;
}

function readFingerprint(
  field: FieldDiff,
  fingerprint: (text: string) => Fingerprint,
): Fingerprint | null {
  const { live } = field;
  if (live === null || live.kind === 'not-readable') return null;
  if (live.kind === 'secret') return live.read;
  const text = toShownText(live.value);
  return text === null ? null : fingerprint(text);
}

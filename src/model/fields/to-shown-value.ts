import { isSameJson } from '../../kit/json/canonical-json.ts';
import type { ComparedField } from '../diff/field-diff.ts';
import type { ShownValue } from '../plan/change.ts';
import { redactAddress } from '../secret/redact-address.ts';
import { formatSecretRef } from '../secret/secret.ts';
import type { AppliedValue, DesiredValue, LiveValue, PlainValue } from './field-value.ts';

/**
 * Returns whether a field holds a secret on either side, or by the mark of the service, so that its
 * live value is hidden.
 */
export function isSecretField(field: ComparedField): boolean {
  return (
    field.desired.isSensitive === true ||
    field.desired.value.kind === 'secret' ||
    field.live?.kind === 'secret' ||
    field.applied?.kind === 'secret'
  );
}

/**
 * Returns whether the live value is hidden. In a place that once had a secret of ours, only text
 * that equals Git or our last write is shown; any other may be that secret.
 */
export function isLiveHidden(field: ComparedField): boolean {
  if (isSecretField(field) || field.redaction === 'holds-secret') return true;
  const { live, applied, desired, redaction } = field;
  if (redaction !== 'may-be-secret' || live?.kind !== 'plain') return false;
  const known = [applied, desired.value];
  return !known.some((text) => text?.kind === 'plain' && isSameJson(text.value, live.value));
}

/** The value of the manifest, as people may see it. */
export function toShownDesired(value: DesiredValue): ShownValue {
  return value.kind === 'plain' ? toShownPlain(value.value) : toComparableDesired(value);
}

/** The value of the manifest for comparison, with a secret as its reference. Not for display. */
export function toComparableDesired(value: DesiredValue): ShownValue {
  return value.kind === 'plain'
    ? { kind: 'plain', value: value.value }
    : { kind: 'secret', from: formatSecretRef(value.secret.ref) };
}

/** The live value, as people may see it: nothing of a field that holds a secret. */
export function toShownLive(field: ComparedField): ShownValue {
  return toShownSide(field.live, isLiveHidden(field));
}

/** The last applied value, as people may see it. */
export function toShownApplied(field: ComparedField): ShownValue {
  return toShownSide(field.applied, isSecretField(field));
}

function toShownSide(value: LiveValue | AppliedValue | null, isHidden: boolean): ShownValue {
  if (value === null || value.kind === 'not-readable') return { kind: 'unknown' };
  if (value.kind === 'plain' && value.value === null) return { kind: 'plain', value: null };
  if (value.kind === 'secret' || isHidden) return { kind: 'secret', from: null };
  return toShownPlain(value.value);
}

function toShownPlain(value: PlainValue): ShownValue {
  return { kind: 'plain', value: typeof value === 'string' ? redactAddress(value) : value };
}

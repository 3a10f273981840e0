import { isSameJson } from '../../kit/json/canonical-json.ts';
import type { FieldDiff } from '../diff/field-diff.ts';
import type { ShownValue } from '../plan/change.ts';
import { redactAddress } from '../secret/redact-address.ts';
import { formatSecretRef } from '../secret/secret.ts';
import type { AppliedValue, DesiredValue, LiveValue, PlainValue } from './field-value.ts';

/**
 * Whether a field holds a secret on either side, or by the mark of the service, so that nothing that is there
 * may be shown.
 */
export function isSecretField(field: FieldDiff): boolean {
  return (
    field.desired.isSensitive === true ||
    field.desired.value.kind === 'secret' ||
    field.live?.kind === 'secret' ||
    field.applied?.kind === 'secret'
  );
}

/**
 * Whether what is there may not be shown. In a place that once had a secret of ours only such text is shown as
 * Git wants or as we wrote: any other may be that secret, whoever put it back.
 */
export function isLiveHidden(field: FieldDiff): boolean {
  if (isSecretField(field) || field.hasSecret === true) return true;
  const { live, applied, desired, mayBeSecret } = field;
  if (mayBeSecret !== true || live?.kind !== 'plain') return false;
  const known = [applied, desired.value];
  return !known.some((text) => text?.kind === 'plain' && isSameJson(text.value, live.value));
}

/** What the manifest wants, as people may see it. */
export function toShownDesired(value: DesiredValue): ShownValue {
  return value.kind === 'plain' ? toShownPlain(value.value) : toComparableDesired(value);
}

/** What the manifest wants, as it has it: a secret is its reference. To be compared with another one, not to be shown. */
export function toComparableDesired(value: DesiredValue): ShownValue {
  return value.kind === 'plain'
    ? { kind: 'plain', value: value.value }
    : { kind: 'secret', from: formatSecretRef(value.secret.ref) };
}

/** What is there, as people may see it: nothing of a field that holds a secret. */
export function toShownLive(field: FieldDiff): ShownValue {
  return toShownSide(field.live, isLiveHidden(field));
}

/** What we last wrote, as people may see it. */
export function toShownApplied(field: FieldDiff): ShownValue {
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

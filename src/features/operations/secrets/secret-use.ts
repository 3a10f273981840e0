import type { Address, FieldPath } from '../../../model/address.ts';
import type { AppliedValue } from '../../../model/fields/field-value.ts';
import {
  compareFingerprints,
  type Fingerprint,
  type SecretKind,
  type SecretLack,
  type SecretRef,
} from '../../../model/secret/secret.ts';

/** Field with a secret value, from one reference or several. */
export type SecretField = {
  readonly object: Address;
  readonly path: FieldPath;
  readonly refs: readonly [SecretRef, ...SecretRef[]];
  /** Covers the whole value; null when a part has no value here. */
  readonly fingerprint: Fingerprint | null;
};

/**
 * Comparison of the written secret with the one here. `rotated`: differs. `other-key`: not
 * comparable. `found`: adopted with the object. `no-value`: missing here. The last one is used by
 * cyclectl itself.
 */
export type UseState =
  | 'current'
  | 'rotated'
  | 'other-key'
  | 'found'
  | 'not-written'
  | 'no-value'
  | 'signs-in';

/** Use of a reference. */
export type SecretUse = {
  /** Address of the field, or its purpose in an environment. */
  readonly place: string;
  readonly state: UseState;
  /** Last write, ISO UTC; null when not recorded. */
  readonly writtenAt: string | null;
  /** Key id of the recorded fingerprint. */
  readonly keyId: string | null;
};

/** Reference, and all of its uses. */
export type ListedSecret = {
  readonly from: string;
  readonly kind: SecretKind;
  /** Reason for a missing value; null with a value. */
  readonly lack: SecretLack | null;
  /** The reason that its provider gave, redacted. */
  readonly reason?: string;
  readonly uses: readonly SecretUse[];
};

/** Reason to keep the fingerprint of the previous key. */
export type Unrekeyed = {
  readonly address: Address;
  readonly why: 'no-value' | 'differs' | 'third-key' | 'not-in-manifest';
};

/** Result: fingerprints computed again, of the current key already, and unchanged. */
export type Rekeyed = {
  readonly done: number;
  readonly already: number;
  readonly left: readonly Unrekeyed[];
};

/** Compares the secret of a field with its record in state. */
export function classifyUse(
  fingerprint: Fingerprint | null,
  applied: AppliedValue | null,
): Omit<SecretUse, 'place'> {
  if (applied?.kind !== 'secret') return { state: 'not-written', writtenAt: null, keyId: null };
  const { written, writtenAt = null } = applied;
  if (written === null) return { state: 'found', writtenAt, keyId: null };
  const keyId = written.split(':')[0] ?? null;
  return { state: compareUse(fingerprint, written), writtenAt, keyId };
}

function compareUse(here: Fingerprint | null, written: Fingerprint): UseState {
  if (here === null) return 'no-value';
  const compared = compareFingerprints(here, written);
  if (compared === 'not-comparable') return 'other-key';
  return compared === 'same' ? 'current' : 'rotated';
}

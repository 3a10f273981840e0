import type { Address, FieldPath } from '../../../model/address.ts';
import type { AppliedValue } from '../../../model/fields/field-value.ts';
import {
  compareFingerprints,
  type Fingerprint,
  type SecretKind,
  type SecretLack,
  type SecretRef,
} from '../../../model/secret/secret.ts';

/** A field whose value is a secret: one reference, or several that make one value. */
export type SecretField = {
  readonly object: Address;
  readonly path: FieldPath;
  readonly refs: readonly [SecretRef, ...SecretRef[]];
  /** Of the whole value; null where a part of it has none here. */
  readonly fingerprint: Fingerprint | null;
};

/**
 * What is known of a secret in the service beside the one here. `rotated`: another one was written.
 * `other-key`: what was written has a print of another key, so that nobody can tell. `found`: it was there
 * when the object was taken over. `not-written`: nothing is remembered. `no-value`: there is none here to
 * compare. `signs-in`: cyclectl itself uses it, and writes it nowhere.
 */
export type UseState =
  | 'current'
  | 'rotated'
  | 'other-key'
  | 'found'
  | 'not-written'
  | 'no-value'
  | 'signs-in';

/** One place where a reference is used. */
export type SecretUse = {
  /** Address of the field, or what of an environment it is for. */
  readonly place: string;
  readonly state: UseState;
  /** When it was last written, ISO UTC; null where nobody noted it. */
  readonly writtenAt: string | null;
  /** Id of the key of what is remembered. */
  readonly keyId: string | null;
};

/** A reference, and all places where it is used. */
export type ListedSecret = {
  readonly from: string;
  readonly kind: SecretKind;
  /** Why it has no value here; null where it has one. */
  readonly lack: SecretLack | null;
  readonly uses: readonly SecretUse[];
};

/** Why the print of a secret stays one of the key before. */
export type Unrekeyed = {
  readonly address: Address;
  readonly why: 'no-value' | 'differs' | 'third-key' | 'not-in-manifest';
};

/** What came of it: prints that were made anew, those that were of the new key, and those that stay. */
export type Rekeyed = {
  readonly done: number;
  readonly already: number;
  readonly left: readonly Unrekeyed[];
};

/** What is known of a field's secret by what the store remembers of it. */
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

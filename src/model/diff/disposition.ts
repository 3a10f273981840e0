import type { Ignored } from '../desired/scope/ignored.ts';
import type { SecretLack } from '../secret/secret.ts';

/**
 * Comparison of the three sides of a field: Git, last applied, live. `git`: changed in Git; `live`:
 * changed outside Git. `unfinished`: left by an apply. `other-key`: fingerprints of another key.
 */
export type Comparison =
  | 'same'
  | 'git'
  | 'live'
  | 'both'
  | 'unknown'
  | 'unfinished'
  | 'not-readable'
  | 'not-compared'
  | 'other-key'
  | 'new';

/**
 * Redaction of a live value. `holds-secret`: it differs from Git and contains a known secret.
 * `may-be-secret`: a secret of ours was, or may have been, written there.
 */
export type Redaction = 'none' | 'may-be-secret' | 'holds-secret';

/** Decision about a field in this run: nothing to do, write it, or keep the live value. */
export type Disposition =
  | { readonly kind: 'none' }
  | { readonly kind: 'write'; readonly because: WriteReason }
  | { readonly kind: 'keep'; readonly because: KeepReason };

/**
 * Reason for a write. `restored`: to an earlier value. `companion`: unchanged, in the request of another
 * field.
 */
export type WriteReason =
  | 'differs'
  | 'new'
  | 'unfinished'
  | 'pending-seed'
  | 'restored'
  | 'companion';

/** Reason to keep the live value although it differs. */
export type KeepReason =
  | { readonly kind: 'out-of-scope' | 'not-offered' | 'companion-lacks-secret' }
  | { readonly kind: 'owned-by-others'; readonly owner: 'seeded' | 'observed' }
  | { readonly kind: 'ignored'; readonly ignored: Ignored }
  | { readonly kind: 'secret-unavailable'; readonly lack: SecretLack }
  | {
      readonly kind: 'deferred';
      readonly until: 'sign-in' | 'schedule' | 'run-over' | 'manual';
    };

const differing: ReadonlySet<Comparison> = new Set([
  'new',
  'git',
  'live',
  'both',
  'unknown',
  'unfinished',
]);

type Decided = { readonly disposition: Disposition };
type Comparable = { readonly comparison: Comparison };

/** Returns whether the sides differ, whatever is decided about it. */
export function isDifferent({ comparison }: Comparable): boolean {
  return differing.has(comparison);
}

/** Returns whether the service does not show a field, so that it is not compared. */
export function isUnreadable({ comparison }: Comparable): boolean {
  return comparison === 'not-readable' || comparison === 'other-key';
}

/** Returns whether this run changes a field; a companion is sent unchanged. */
export function isChanged({ disposition }: Decided): boolean {
  return disposition.kind === 'write' && disposition.because !== 'companion';
}

/** Returns whether a field is kept for one of these reasons. */
export function isKept(
  { disposition }: Decided,
  ...reasons: readonly KeepReason['kind'][]
): boolean {
  return disposition.kind === 'keep' && reasons.includes(disposition.because.kind);
}

/** Finds the owner that a field is left to; null if it is not left to one. */
export function findOtherOwner({ disposition }: Decided): 'seeded' | 'observed' | null {
  if (disposition.kind !== 'keep') return null;
  return disposition.because.kind === 'owned-by-others' ? disposition.because.owner : null;
}

/** Returns whether a field is left to others: their own one, or an ignored one. */
export function isOfOthers(field: Decided): boolean {
  return isKept(field, 'owned-by-others', 'ignored');
}

import type { Comparison } from '../../../model/diff/disposition.ts';
import type { LiveValue, StoredValue } from '../../../model/fields/field-value.ts';
import { toShownText } from '../../../model/fields/field-value.ts';
import type { BoundSecret, Fingerprint } from '../../../model/secret/secret.ts';
import { compareFingerprints } from '../../../model/secret/secret.ts';

/** Live side of a secret: its fingerprint, certainly absent, or hidden. */
type SecretObservation =
  | { readonly kind: 'print'; readonly print: Fingerprint }
  | { readonly kind: 'absent' }
  | { readonly kind: 'hidden' };

/**
 * Classifies a secret by ARCHITECTURE.md's table: Git against our last write, the service against its
 * answer after that. Only equal fingerprints prove equality. Fingerprints of another key are never
 * a change.
 */
export function classifySecret(
  desired: BoundSecret,
  sides: {
    readonly live: LiveValue;
    readonly applied: StoredValue | null;
    /** True if the object is ours, so that unwritten fields are pending. */
    readonly isBound: boolean;
    /**
     * True if the service shows it as plain text, so that its answer after our write is what it
     * kept.
     */
    readonly isShown: boolean;
    readonly fingerprint: (text: string) => Fingerprint;
    /** True if fields that cannot be verified are sent again. */
    readonly rewrite: boolean;
  },
): Comparison {
  const observation = toSecretObservation(sides.live, sides.fingerprint);
  const applied = sides.applied?.kind === 'secret' ? sides.applied : null;
  const liveMoved = hasLiveMoved(observation, applied, sides.isShown);
  if (desired.fingerprint === null) return liveMoved ? 'live' : 'not-compared';
  if (observation.kind === 'print' && isEqual(observation.print, desired.fingerprint))
    return 'same';
  // Git had text here and has a reference now.
  if (sides.applied?.kind === 'plain') return 'git';
  const written = applied?.written ?? null;
  if (written === null) {
    if (observation.kind === 'absent') return applied === null ? 'unknown' : 'live';
    if (applied === null && sides.isBound) return observation.kind === 'print' ? 'unknown' : 'git';
    if (sides.rewrite) return 'unknown';
    return liveMoved ? 'live' : 'not-readable';
  }
  const manifestMoved = compareFingerprints(desired.fingerprint, written) === 'different';
  if (liveMoved) return manifestMoved ? 'both' : 'live';
  if (manifestMoved) return 'git';
  return isEqual(desired.fingerprint, written) ? 'same' : sides.rewrite ? 'unknown' : 'other-key';
}

function toSecretObservation(
  live: LiveValue,
  fingerprint: (text: string) => Fingerprint,
): SecretObservation {
  if (live.kind === 'not-readable') return { kind: 'hidden' };
  if (live.kind === 'secret') return { kind: 'print', print: live.read };
  const text = toShownText(live.value);
  return text === null ? { kind: 'absent' } : { kind: 'print', print: fingerprint(text) };
}

function hasLiveMoved(
  observation: SecretObservation,
  applied: Extract<StoredValue, { kind: 'secret' }> | null,
  isShown: boolean,
): boolean {
  if (applied === null) return false;
  if (observation.kind === 'absent') return true;
  if (isShown && observation.kind === 'print' && applied.written !== null)
    return compareFingerprints(observation.print, applied.written) === 'different';
  if (observation.kind === 'hidden' || applied.read === null) return false;
  return compareFingerprints(observation.print, applied.read) === 'different';
}

function isEqual(left: Fingerprint, right: Fingerprint): boolean {
  return compareFingerprints(left, right) === 'same';
}

import { createSecretKey } from 'node:crypto';
import { toKeyedHash } from '../kit/hash.ts';
import { type Fingerprint, toFingerprint } from '../model/secret/secret.ts';
import type { FingerprintKey } from './fingerprint-key.ts';

/** Makes fingerprints with a key, each with the key's id. */
export function makeFingerprint(key: FingerprintKey): (text: string) => Fingerprint {
  const hashKey = createSecretKey(key.bytes);
  return (text) => toFingerprint(key.id, toKeyedHash(hashKey, text));
}

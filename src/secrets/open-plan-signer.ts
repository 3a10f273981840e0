import { createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import { toKeyedHash } from '../kit/hash.ts';
import type { PlanSigner } from '../model/ports.ts';
import type { FingerprintKey } from './fingerprint-key.ts';

/**
 * Seals with a key of its own, drawn from that of fingerprints: whoever gets a text of their choice
 * fingerprinted, as a secret file of a pull request is, has no seal of it by that.
 */
export function openPlanSigner(key: FingerprintKey): PlanSigner {
  const own = createSecretKey(Buffer.from(hkdfSync('sha256', key.bytes, '', 'cyclectl seal', 32)));
  const seal = (text: string) => `${key.id}:${toKeyedHash(own, text)}`;
  return {
    sign: seal,
    verify(given, text) {
      const [id] = given.split(':');
      if (id !== key.id) return 'other-key';
      const [left, right] = [Buffer.from(given), Buffer.from(seal(text))];
      return left.length === right.length && timingSafeEqual(left, right) ? 'whole' : 'broken';
    },
  };
}

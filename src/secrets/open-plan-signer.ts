import { createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import { toKeyedHash } from '../kit/hash.ts';
import type { PlanSigner } from '../model/ports.ts';
import type { FingerprintKey } from './fingerprint-key.ts';

/**
 * Signer with its own key, derived from that of fingerprints, because whoever gets a chosen text
 * fingerprinted, as in a pull request, must get no signature by that.
 */
export function openPlanSigner(key: FingerprintKey): PlanSigner {
  const own = createSecretKey(Buffer.from(hkdfSync('sha256', key.bytes, '', 'cyclectl seal', 32)));
  const sign = (text: string) => `${key.id}:${toKeyedHash(own, text)}`;
  return {
    sign,
    verify(given, text) {
      const [id] = given.split(':');
      if (id !== key.id) return 'other-key';
      const [left, right] = [Buffer.from(given), Buffer.from(sign(text))];
      return left.length === right.length && timingSafeEqual(left, right) ? 'whole' : 'broken';
    },
  };
}

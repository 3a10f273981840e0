import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

// Caches the slow key derivation for each text: the same text gives the same key.

const { scryptSync } = crypto;
const made = new Map<string, Buffer>();

function makeOnce(password: crypto.BinaryLike, salt: crypto.BinaryLike, length: number): Buffer {
  const name = JSON.stringify([password, salt, length]);
  const key = made.get(name) ?? scryptSync(password, salt, length);
  made.set(name, key);
  return Buffer.from(key);
}

/** Takes the place of the key derivation, once per worker. */
export function cacheSlowKeys(): void {
  if (crypto.scryptSync === (makeOnce as typeof scryptSync)) return;
  crypto.scryptSync = makeOnce as typeof scryptSync;
  syncBuiltinESMExports();
}

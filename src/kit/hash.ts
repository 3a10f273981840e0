import { createHmac, hash, type KeyObject } from 'node:crypto';

/** SHA-256 of a text as lower-case hex (64 characters). */
export function toHash(text: string): string {
  return hash('sha256', text, 'hex');
}

/** HMAC-SHA-256 of a text under a key as lower-case hex (64 characters). */
export function toKeyedHash(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(text, 'utf8').digest('hex');
}

import { createHash, createHmac, hash, type KeyObject } from 'node:crypto';

/** An incremental SHA-256 of texts; `end` returns lower-case hex and closes it. */
type RunningHash = { add(text: string): void; end(): string };

/** SHA-256 of a text as lower-case hex (64 characters). */
export function toHash(text: string): string {
  return hash('sha256', text, 'hex');
}

/** HMAC-SHA-256 of a text under a key as lower-case hex (64 characters). */
export function toKeyedHash(key: KeyObject, text: string): string {
  return createHmac('sha256', key).update(text, 'utf8').digest('hex');
}

/** Begins a hash over texts as they come. */
export function startHash(): RunningHash {
  const hash = createHash('sha256');
  return {
    add: (text) => {
      hash.update(text, 'utf8');
    },
    end: () => hash.digest('hex'),
  };
}

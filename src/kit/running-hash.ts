import { createHash } from 'node:crypto';

/** An incremental SHA-256 of texts; `end` returns lower-case hex and closes it. */
export type RunningHash = { add(text: string): void; end(): string };

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

import { createHash } from 'node:crypto';

/** A SHA-256 over texts as they come; `end` gives lower-case hex and takes no more. */
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

/** One read of an account: what a write may change of it, and a key of its own. */
export type Read = {
  readonly of: 'account' | 'cycles' | 'steps' | 'variables' | 'mappings';
  readonly key: string;
};

/** Counts reads that are listed more than once as one. */
export function countReads(reads: readonly Read[]): number {
  return new Set(reads.map(({ key }) => key)).size;
}

/** Counts requests as an apply sends them: each read once, until a write may have changed it. */
export class RequestTally {
  sent = 0;
  readonly #kept = new Map<string, Read>();

  send(requests: number): void {
    this.sent += requests;
  }

  read(reads: readonly Read[]): void {
    for (const read of reads) {
      if (this.#kept.has(read.key)) continue;
      this.sent += 1;
      this.#kept.set(read.key, read);
    }
  }

  forget(isOver: (read: Read) => boolean): void {
    for (const [key, read] of this.#kept) if (isOver(read)) this.#kept.delete(key);
  }
}

/** One read of an account: what a write may change of it, the object that it is about, and a key of its own. */
export type Read = {
  readonly of: 'account' | 'cycles' | 'steps' | 'variables' | 'mappings';
  /** The object's address, a space, and the rest; of a list no address. */
  readonly key: string;
};

/** Counts reads that are listed more than once as one. */
export function countReads(reads: readonly Read[]): number {
  return new Set(reads.map(({ key }) => key)).size;
}

/** Counts requests as an apply sends them: each read once, until a write may have changed it. */
export class RequestTally {
  sent = 0;
  readonly #kept = new Map<Read['of'], Map<string, Set<string>>>();

  send(requests: number): void {
    this.sent += requests;
  }

  read(reads: readonly Read[]): void {
    for (const { of, key } of reads) {
      const kept = this.#kept.get(of) ?? new Map<string, Set<string>>();
      const own = kept.get(toOwner(key)) ?? new Set();
      if (own.has(key)) continue;
      this.sent += 1;
      own.add(key);
      this.#kept.set(of, kept.set(toOwner(key), own));
    }
  }

  /** Forgets all, or what is of these; of one object alone, and of its reads those that begin so. */
  forget(kinds: readonly Read['of'][], owner?: string, begins = ''): void {
    for (const of of kinds) {
      const own = owner === undefined ? undefined : this.#kept.get(of)?.get(owner);
      if (owner === undefined) this.#kept.delete(of);
      else for (const key of own ?? []) if (key.startsWith(`${owner} ${begins}`)) own?.delete(key);
    }
  }
}

/** All reads of an account. */
export const allReads: readonly Read['of'][] = [
  'account',
  'cycles',
  'steps',
  'variables',
  'mappings',
];

function toOwner(key: string): string {
  return key.split(' ', 1)[0] ?? '';
}

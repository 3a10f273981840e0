// The fault `lag`: lists show a write only some requests later, as where a read comes from a copy
// that is behind. A veil holds rows as they were; it lies over the reads of lists alone.

/** A row as it was before a transaction touched it; `before` is undefined for a new one. */
export interface TouchedRow {
  readonly kind: string;
  readonly id: string;
  readonly before: { readonly owner: string; readonly body: string } | undefined;
}

interface StaleRead {
  remaining: number;
  readonly rows: ReadonlyMap<string, TouchedRow>;
}

/** The veils that lie over lists now. */
export class StaleReads {
  #staleReads: StaleRead[] = [];
  #isLifted = true;

  /** Hides what was touched from the next `requests` requests of lists. */
  add(touched: readonly TouchedRow[], requests: number): void {
    if (touched.length > 0 && requests > 0) {
      const rows = new Map(touched.map((row) => [toKey(row.kind, row.id), row]));
      this.#staleReads.push({ remaining: requests, rows });
    }
  }

  /** Runs one request of a list, which each veil counts. */
  during<R>(work: () => R): R {
    this.#isLifted = false;
    try {
      return work();
    } finally {
      this.#isLifted = true;
      for (const veil of this.#staleReads) {
        veil.remaining -= 1;
      }
      this.#staleReads = this.#staleReads.filter((veil) => veil.remaining > 0);
    }
  }

  /** The row as it was, where a veil lies over it; the oldest one counts. */
  find(kind: string, id: string): TouchedRow | undefined {
    return this.#isLifted
      ? undefined
      : this.#staleReads.find((veil) => veil.rows.has(toKey(kind, id)))?.rows.get(toKey(kind, id));
  }

  /** Rows of an owner that a veil still shows although they are gone or moved. */
  listHidden(kind: string, owner: string): readonly TouchedRow[] {
    return this.#isLifted
      ? []
      : this.#staleReads
          .flatMap((veil) => [...veil.rows.values()])
          .filter((row) => row.kind === kind && row.before?.owner === owner)
          .filter((row) => this.find(kind, row.id) === row);
  }
}

function toKey(kind: string, id: string): string {
  return `${kind} ${id}`;
}

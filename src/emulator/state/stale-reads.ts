import { type Row, toRowKey } from './kept-rows.ts';

// Fault `lag`: lists show a write only some requests later, as a stale replica does. It keeps rows
// as they were, for list reads alone.

/** A row before a transaction; `before` is undefined for a new one. */
export interface TouchedRow {
  readonly kind: string;
  readonly id: string;
  readonly before: Row | undefined;
}

interface StaleRead {
  remaining: number;
  readonly rows: ReadonlyMap<string, TouchedRow>;
}

/** Stale rows that lists show now. */
export class StaleReads {
  #staleReads: StaleRead[] = [];
  #isLifted = true;

  /** Hides changed rows from the next `requests` list requests. */
  add(touched: readonly TouchedRow[], requests: number): void {
    if (touched.length > 0 && requests > 0) {
      const rows = new Map(touched.map((row) => [toRowKey(row.kind, row.id), row]));
      this.#staleReads.push({ remaining: requests, rows });
    }
  }

  /** Runs one list request, and counts it. */
  during<R>(work: () => R): R {
    this.#isLifted = false;
    try {
      return work();
    } finally {
      this.#isLifted = true;
      for (const each of this.#staleReads) {
        each.remaining -= 1;
      }
      this.#staleReads = this.#staleReads.filter((each) => each.remaining > 0);
    }
  }

  /** Stale version of a row; the oldest one counts. */
  find(kind: string, id: string): TouchedRow | undefined {
    return this.#isLifted
      ? undefined
      : this.#staleReads
          .find((each) => each.rows.has(toRowKey(kind, id)))
          ?.rows.get(toRowKey(kind, id));
  }

  /** Rows of an owner that lists still show although they are deleted or moved. */
  listHidden(kind: string, owner: string): readonly TouchedRow[] {
    return this.#isLifted
      ? []
      : this.#staleReads
          .flatMap((each) => [...each.rows.values()])
          .filter((row) => row.kind === kind && row.before?.owner === owner)
          .filter((row) => this.find(kind, row.id) === row);
  }
}

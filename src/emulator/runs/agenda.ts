import { Heap } from '../../kit/tasks/heap.ts';
import { type AccountRow, listAccountIds } from '../resources/accounts/account-row.ts';
import type { CycleRow } from '../resources/cycles/cycle-row.ts';
import type { Table } from '../state/store.ts';
import { findDueMs } from './schedule.ts';

interface Hint {
  readonly cycleId: string;
  readonly atMs: number;
}

/** Tables that the agenda reads. */
interface Rows {
  readonly accounts: Table<AccountRow>;
  readonly cycles: Table<CycleRow>;
}

/** Work on a transaction; `done` resolves when it pauses or ends. */
export interface Claim {
  readonly accountId: string;
  readonly done: Promise<void>;
}

/**
 * Due times of cycles. They are hints, because a store transaction may roll back after a note:
 * check the row before acting. Filled at first use.
 */
export class Agenda {
  /** Called when a cycle is due earlier than all others. */
  onEarlier: ((atMs: number) => void) | null = null;
  /** Transactions in progress, by id. */
  readonly claims = new Map<string, Claim>();
  /** Current hint of each cycle. */
  readonly #hints = new Map<string, number>();
  readonly #heap = new Heap<Hint>(
    (left, right) => left.atMs - right.atMs || (left.cycleId < right.cycleId ? -1 : 1),
  );
  #isLoaded = false;

  /** Records a cycle that was saved. */
  add(row: CycleRow): void {
    const atMs = this.#isLoaded ? findDueMs(row) : null;
    if (atMs === null) {
      return;
    }
    const isEarliest = atMs < (this.#heap.peek()?.atMs ?? Number.POSITIVE_INFINITY);
    this.#hint(row.id, atMs);
    if (isEarliest) {
      this.onEarlier?.(atMs);
    }
  }

  /** The cycle that is due first, with its time, or null. */
  next(rows: Rows): Hint | null {
    this.#load(rows);
    for (let top = this.#heap.peek(); top !== undefined; top = this.#heap.peek()) {
      const isCurrent = this.#hints.get(top.cycleId) === top.atMs;
      const row = isCurrent ? rows.cycles.read(top.cycleId) : undefined;
      const dueMs = row === undefined ? null : findDueMs(row);
      if (isCurrent && dueMs === top.atMs) {
        return top;
      }
      this.#heap.pop();
      if (isCurrent) {
        this.#hints.delete(top.cycleId);
      }
      if (dueMs !== null) {
        this.#hint(top.cycleId, dueMs);
      }
    }
    return null;
  }

  #hint(cycleId: string, atMs: number): void {
    const known = this.#hints.get(cycleId);
    if (known === undefined || atMs < known) {
      this.#hints.set(cycleId, atMs);
      this.#heap.push({ cycleId, atMs });
    }
  }

  #load(rows: Rows): void {
    if (this.#isLoaded) {
      return;
    }
    this.#isLoaded = true;
    for (const accountId of listAccountIds(rows)) {
      for (const { value } of rows.cycles.list(accountId)) {
        this.add(value);
      }
    }
  }
}

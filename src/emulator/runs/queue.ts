import type { CycleRow, QueueRow } from '../resources/cycles/cycle-row.ts';
import { queueTimeoutMs } from '../resources/cycles/resolve-cycle.ts';
import type { State } from '../state/state.ts';
import { openOpenTransactionTable, openTransactionTable } from './transactions/transaction.ts';

/** An empty queue. */
export const emptyQueue: QueueRow = { open: 0, wakeAtMs: null, heldSinceMs: null };

/** Queue of a cycle that starts again: waiting transactions continue, unless they waited a day. */
export function startQueue(state: State, row: CycleRow): QueueRow {
  return isOverdue(row, state.clock.nowMs())
    ? stopQueue(state, row)
    : { ...row.queue, heldSinceMs: null };
}

/** Cancels all open transactions of a cycle; returns its queue. */
export function stopQueue(state: State, row: CycleRow): QueueRow {
  const open = openOpenTransactionTable(state);
  const transactions = openTransactionTable(state);
  const endedAtMs = readCancelMs(row) ?? state.clock.nowMs();
  for (const { id } of row.queue.open === 0 ? [] : open.list(row.id)) {
    const record = transactions.read(id);
    if (record !== undefined) {
      transactions.write(id, row.id, { ...record, status: 'Cancelled', endedAtMs });
    }
    open.remove(id);
  }
  return emptyQueue;
}

/** True if the queue of a stopped cycle waited too long (SERVICE G [D]). */
export function isOverdue(row: CycleRow, nowMs: number): boolean {
  const atMs = readCancelMs(row);
  return atMs !== null && atMs <= nowMs;
}

function readCancelMs({ queue }: CycleRow): number | null {
  return queue.heldSinceMs === null ? null : queue.heldSinceMs + queueTimeoutMs;
}

import type { CycleRow, QueueRow } from '../resources/cycles/cycle-row.ts';
import { queueTimeoutMs } from '../resources/cycles/resolve-cycle.ts';
import type { State } from '../state/state.ts';
import { openOpenTransactionTable, openTransactionTable } from './transactions/transaction.ts';

/** A queue with nothing in it. */
export const emptyQueue: QueueRow = { open: 0, wakeAtMs: null, heldSinceMs: null };

/** The queue of a cycle that starts again: what waited goes on, unless that was for a day. */
export function startQueue(state: State, row: CycleRow): QueueRow {
  return isOverdue(row, state.clock.nowMs())
    ? stopQueue(state, row)
    : { ...row.queue, heldSinceMs: null };
}

/** Cancels all open transactions of a cycle and gives the queue that it has then. */
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

/** Whether what waits in a stopped cycle has waited too long (SERVICE G [D]). */
export function isOverdue(row: CycleRow, nowMs: number): boolean {
  const atMs = readCancelMs(row);
  return atMs !== null && atMs <= nowMs;
}

function readCancelMs({ queue }: CycleRow): number | null {
  return queue.heldSinceMs === null ? null : queue.heldSinceMs + queueTimeoutMs;
}

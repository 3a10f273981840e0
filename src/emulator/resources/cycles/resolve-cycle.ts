import type { CycleRow } from './cycle-row.ts';

/** Duration of a single run. */
const runLastsMs = 1000;
const hourMs = 3_600_000;
/** Timeout of waiting transactions of a stopped cycle: a day (SERVICE G [D]). */
export const queueTimeoutMs = 24 * hourMs;
/** Time in the recycle bin (SERVICE G [D]). */
const deletedForMs = 90 * 24 * hourMs;

/** Cycle as of a time; undefined when it is gone. */
export function resolveCycle(row: CycleRow, nowMs: number): CycleRow | undefined {
  if (row.deletedAtMs !== null && nowMs >= row.deletedAtMs + deletedForMs) {
    return undefined;
  }
  const ended = row.transactions.filter((each) => each.held === null && each.endsAtMs <= nowMs);
  const resolved: CycleRow = {
    ...row,
    tasksUsed: row.tasksUsed + ended.length,
    transactions: row.transactions.filter(({ endsAtMs, held }) =>
      held === null ? endsAtMs > nowMs : held.sinceMs + queueTimeoutMs > nowMs,
    ),
  };
  const runAtMs = row.activation?.runAtMs ?? null;
  const isRunOver = row.status === 'Active' && runAtMs !== null && nowMs >= runAtMs + runLastsMs;
  return isRunOver ? { ...resolved, status: 'Paused' } : resolved;
}

/** Transactions that run, or wait only for their time. */
export function countInProgress(row: CycleRow): number {
  const planted = row.transactions.filter((each) => each.held === null).length;
  return planted + (row.queue.heldSinceMs === null ? row.queue.open : 0);
}

/** True if active, or stopped with a queue that is still running. */
export function isRunning(row: CycleRow): boolean {
  return row.status === 'Active' || countInProgress(row) > 0;
}

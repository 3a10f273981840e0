import type { CycleRow } from './cycle-row.ts';

/** How long a single run takes. */
const runLastsMs = 1000;
const hourMs = 3_600_000;
/** Waiting transactions of a stopped cycle are cancelled after a day (SERVICE G [D]). */
export const queueTimeoutMs = 24 * hourMs;
/** The recycle bin (SERVICE G [D]). */
const deletedForMs = 90 * 24 * hourMs;

/** The cycle as time has made it, or undefined when it is gone. */
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

/** Transactions that run now, or wait for nothing but their time. */
export function countInProgress(row: CycleRow): number {
  const planted = row.transactions.filter((each) => each.held === null).length;
  return planted + (row.queue.heldSinceMs === null ? row.queue.open : 0);
}

/** Active, or stopped and still finishing what was queued. */
export function isRunning(row: CycleRow): boolean {
  return row.status === 'Active' || countInProgress(row) > 0;
}

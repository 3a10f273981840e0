import type { Activation, CycleRow } from '../resources/cycles/cycle-row.ts';

// Run times of a cycle (SPEC 4.6, SERVICE I [D 12/04]). Times are milliseconds since 1970.

const minuteMs = 60_000;

/** First run of an activation: its start, or now if that is past; null for a webhook. */
export function findFirstRunMs(activation: Activation, nowMs: number): number | null {
  if (activation.runOnce) {
    return activation.runAtMs;
  }
  return activation.intervalMinutes === null ? null : Math.max(activation.startAtMs, nowMs);
}

/**
 * Run after one that starts now: the next multiple of the interval since StartTime. Missed runs are
 * not made up.
 */
export function findNextRunMs(activation: Activation, nowMs: number): number | null {
  if (activation.runOnce || activation.intervalMinutes === null) {
    return null;
  }
  const everyMs = activation.intervalMinutes * minuteMs;
  const passed = Math.floor((nowMs - activation.startAtMs) / everyMs);
  return activation.startAtMs + (passed + 1) * everyMs;
}

/** Next due time of a stored cycle: a run, or a transaction that continues. */
export function findDueMs(row: CycleRow): number | null {
  if (row.status === 'DeleteScheduled') {
    return null;
  }
  const runAtMs = row.status === 'Active' ? row.nextRunAtMs : null;
  const wakeAtMs = row.queue.heldSinceMs === null ? row.queue.wakeAtMs : null;
  return runAtMs === null || wakeAtMs === null
    ? (runAtMs ?? wakeAtMs)
    : Math.min(runAtMs, wakeAtMs);
}

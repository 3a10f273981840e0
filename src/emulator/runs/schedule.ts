import type { Activation, CycleRow } from '../resources/cycles/cycle-row.ts';

// When a cycle runs (SPEC 4.6, SERVICE I [D 12/04]). Times are milliseconds since 1970.

const minuteMs = 60_000;

/** The first run of an activation: at its start, or at once where that is past; null: a webhook. */
export function findFirstRunMs(activation: Activation, nowMs: number): number | null {
  if (activation.runOnce) {
    return activation.runAtMs;
  }
  return activation.intervalMinutes === null ? null : Math.max(activation.startAtMs, nowMs);
}

/**
 * The run after one that begins now: the next point of the grid that StartTime began. What was
 * missed while nothing ran is not caught up on.
 */
export function findNextRunMs(activation: Activation, nowMs: number): number | null {
  if (activation.runOnce || activation.intervalMinutes === null) {
    return null;
  }
  const everyMs = activation.intervalMinutes * minuteMs;
  const passed = Math.floor((nowMs - activation.startAtMs) / everyMs);
  return activation.startAtMs + (passed + 1) * everyMs;
}

/** When a cycle as it is stored has something to do: a run, or a transaction that goes on. */
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

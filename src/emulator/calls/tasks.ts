import { recordUsageMails } from '../console/usage-mails.ts';
import type { State } from '../state/state.ts';
import { partner } from '../state/store.ts';

// Tasks: what the partner pays for (SPEC 8). A call of a method is one task however many pages it
// has; a script is none, and each of its requests is one. Months are those of the calendar in UTC,
// an assumption: no source says when the allowance begins anew.

interface TaskRow {
  readonly tasks: number;
}

/** The month of an instant, and when it begins and ends. Times are milliseconds since 1970. */
export interface TaskMonth {
  /** Such as 2026-11. */
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** The month that an instant is in. */
export function readTaskMonth(atMs: number): TaskMonth {
  const date = new Date(atMs);
  const startMs = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  const endMs = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  return { name: new Date(startMs).toISOString().slice(0, 7), startMs, endMs };
}

/** Counts tasks of an account in this month, for itself and for the partner. Needs a transaction. */
export function countTasks(state: State, accountId: string, tasks: number): void {
  if (tasks > 0) {
    addTo(state, accountId, tasks);
    const { name: month } = readTaskMonth(state.clock.nowMs());
    const after = addTo(state, partner, tasks);
    recordUsageMails(state, { before: after - tasks, after, month });
  }
}

/** Tasks of an account in the month of an instant; `partner` is all accounts together. */
export function readTasks(state: State, owner: string, atMs: number): number {
  return openTable(state).read(rowId(owner, atMs))?.tasks ?? 0;
}

function addTo(state: State, owner: string, tasks: number): number {
  const atMs = state.clock.nowMs();
  const total = readTasks(state, owner, atMs) + tasks;
  openTable(state).write(rowId(owner, atMs), owner, { tasks: total });
  return total;
}

function openTable(state: State) {
  return state.store.table<TaskRow>('tasks');
}

function rowId(owner: string, atMs: number): string {
  return `${readTaskMonth(atMs).name} ${owner}`;
}

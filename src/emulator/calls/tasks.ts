import { recordUsageMails } from '../console/usage-mails.ts';
import type { Call } from '../http/call.ts';
import { makeReply, type Reply } from '../http/reply.ts';
import { readAccount } from '../resources/accounts/accounts.ts';
import type { State } from '../state/state.ts';
import { partner } from '../state/store.ts';
import { toServiceTime } from '../world/clock.ts';

// Tasks are what the partner pays for (SPEC 8): one for each call, or for each request of a script.
// Assumption: months are calendar months in UTC.

interface TaskRow {
  readonly tasks: number;
}

/** Name and bounds of the month of an instant, in milliseconds since 1970. */
export interface TaskMonth {
  /** For example 2026-11. */
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
}

/** Month of an instant. */
export function readTaskMonth(atMs: number): TaskMonth {
  const date = new Date(atMs);
  const startMs = Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
  const endMs = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  return { name: new Date(startMs).toISOString().slice(0, 7), startMs, endMs };
}

/** Adds tasks of this month to an account and the partner. Needs a transaction. */
export function countTasks(state: State, accountId: string, tasks: number): void {
  if (tasks > 0) {
    addTo(state, accountId, tasks);
    const { name: month } = readTaskMonth(state.clock.nowMs());
    const after = addTo(state, partner, tasks);
    recordUsageMails(state, { before: after - tasks, after, month });
  }
}

/** Tasks in the month of an instant; `partner` is the sum of all accounts. */
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

/** GET /accounts/{id}/usage: the tasks of this month (SERVICE A.1 [T]). */
export function describeUsage(call: Call): Reply {
  const { id } = readAccount(call);
  const nowMs = call.state.clock.nowMs();
  const { startMs, endMs } = readTaskMonth(nowMs);
  return makeReply({
    Id: id,
    TasksUsed: readTasks(call.state, id, nowMs),
    StartTime: toServiceTime(startMs),
    EndTime: toServiceTime(endMs),
  });
}

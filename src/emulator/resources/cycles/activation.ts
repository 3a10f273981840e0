import { type Body, withDefault } from '../../http/body/body.ts';
import { parseDate } from '../../http/body/parse-date.ts';
import type { Call } from '../../http/call.ts';
import { makeReply, Refusal, type Reply } from '../../http/reply.ts';
import { startQueue } from '../../runs/queue.ts';
import { findFirstRunMs } from '../../runs/schedule.ts';
import type { State } from '../../state/state.ts';
import type { Activation, CycleRow, QueueRow, TransactionRow } from './cycle-row.ts';
import { readExistingCycle, readSteps, writeCycle } from './find-cycle.ts';
import { listMissing } from './prerequisites.ts';

/** Minutes, the closed list of SERVICE B [D]. */
const intervals: readonly number[] = [1, 5, 15, 30, 60, 120, 180, 240, 360, 480, 720, 1440, 10080];

/**
 * PUT /cycles/{id}/activate: StartTime, Interval, RunOnce. Interval is ignored with RunOnce and for
 * a webhook; StartTime is optional and may be in the past (SERVICE I, [D 12/04]).
 */
export function applyActivation(call: Call): Reply {
  const row = readExistingCycle(call);
  writeCycle(call.state, startCycle(call.state, row, call.body));
  return makeReply({});
}

/** The activated cycle, not saved. */
export function startCycle(state: State, row: CycleRow, body: Body): CycleRow {
  const { choices } = state;
  if (row.status === 'Active' && choices.activateActive === 'refused') {
    throw new Refusal(409, `Cycle '${row.name}' is running.`);
  }
  const [unmet] = listMissing(state, row);
  if (unmet !== undefined && choices.activateUnmet === 'refused') {
    throw new Refusal(400, `Cycle '${row.name}' cannot be activated: ${unmet.Reason}`);
  }
  const nowMs = state.clock.nowMs();
  const activation = readActivation(state, row, body);
  return {
    ...row,
    status: 'Active',
    activation,
    nextRunAtMs: findFirstRunMs(activation, nowMs),
    queue: startQueue(state, row),
    transactions: row.transactions.map((each) => resumeTransaction(each, nowMs)),
  };
}

/** PUT /cycles/{id}/deactivate: 200 even if it is already stopped (SERVICE A.5 [T]). */
export function applyDeactivation(call: Call): Reply {
  const finishes = call.query.get('finishQueuedTransactions')?.toLowerCase() === 'true';
  writeCycle(call.state, stopCycle(readExistingCycle(call), call.state.clock.nowMs(), finishes));
  return makeReply({});
}

/**
 * The stopped cycle. With `finishes`, runs continue to their end; without, they wait at most a day
 * for the next start (SERVICE G [D]).
 */
export function stopCycle(row: CycleRow, nowMs: number, finishes: boolean): CycleRow {
  return {
    ...row,
    status: 'Paused',
    queue: finishes ? row.queue : pauseQueue(row.queue, nowMs),
    transactions: finishes
      ? row.transactions
      : row.transactions.map((each) => pauseTransaction(each, nowMs)),
  };
}

function readActivation(state: State, row: CycleRow, body: Body): Activation {
  const nowMs = state.clock.nowMs();
  const startAtMs = readStart(body) ?? nowMs;
  if (withDefault(body.boolean('RunOnce'), false)) {
    const runAtMs = Math.max(startAtMs, nowMs);
    return { startAtMs, intervalMinutes: null, runOnce: true, runAtMs };
  }
  const startsByWebhook = readSteps(state, row)[0]?.method.type === 'Webhook';
  const intervalMinutes = startsByWebhook ? null : readInterval(state, body);
  return { startAtMs, intervalMinutes, runOnce: false, runAtMs: null };
}

function readInterval(state: State, body: Body): number {
  const given = withDefault(body.integer('Interval'), undefined);
  if (given === undefined) {
    throw new Refusal(400, 'Interval is required');
  }
  if (!intervals.includes(given) && state.choices.intervalNotListed === 'refused') {
    throw new Refusal(400, `Interval ${given} is not one of ${intervals.join(', ')}.`);
  }
  return given;
}

function readStart(body: Body): number | undefined {
  const given = withDefault(body.text('StartTime'), undefined);
  if (given === undefined) {
    return undefined;
  }
  const atMs = parseDate(given);
  if (atMs === undefined) {
    throw new Refusal(400, `StartTime '${given}' is not a valid date.`);
  }
  return atMs;
}

function pauseQueue(queue: QueueRow, nowMs: number): QueueRow {
  return queue.open === 0 ? queue : { ...queue, heldSinceMs: queue.heldSinceMs ?? nowMs };
}

function pauseTransaction(transaction: TransactionRow, nowMs: number): TransactionRow {
  return transaction.held === null
    ? { ...transaction, held: { sinceMs: nowMs, remainingMs: transaction.endsAtMs - nowMs } }
    : transaction;
}

function resumeTransaction(transaction: TransactionRow, nowMs: number): TransactionRow {
  return transaction.held === null
    ? transaction
    : { ...transaction, endsAtMs: nowMs + transaction.held.remainingMs, held: null };
}

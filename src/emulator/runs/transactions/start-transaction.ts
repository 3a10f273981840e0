import type { CycleRow } from '../../resources/cycles/cycle-row.ts';
import { writeCycle } from '../../resources/cycles/find-cycle.ts';
import { resolveCycle } from '../../resources/cycles/resolve-cycle.ts';
import { makeGuid, type State } from '../../state/state.ts';
import { findNextRunMs } from '../schedule.ts';
import {
  type OpenTransaction,
  openOpenTransactionTable,
  openTransactionTable,
  type StepItems,
} from './transaction.ts';

/** Starts the due run of a cycle, and schedules the next one. Needs a transaction of the store. */
export function startDueRun(state: State, cycleId: string): void {
  const stored = state.cycles.read(cycleId);
  const nowMs = state.clock.nowMs();
  if (stored?.status !== 'Active' || stored.nextRunAtMs === null || stored.nextRunAtMs > nowMs) {
    return;
  }
  // A late single run still starts, although the clock has paused its cycle.
  const row = resolveCycle(stored, nowMs);
  if (row === undefined || row.activation === null) {
    return;
  }
  const planned = { ...row, nextRunAtMs: findNextRunMs(row.activation, nowMs) };
  startTransaction(state, planned, null);
}

/**
 * Starts a transaction, saved with its cycle. `brought` is the input of a webhook step; null: the
 * first step is still to be called.
 */
export function startTransaction(state: State, row: CycleRow, brought: StepItems | null): void {
  const stepIds = orderByEdges(row);
  const [first = ''] = stepIds;
  const isFirstDone = brought !== null;
  addTransactions(state, row, [
    {
      parentId: null,
      sinceMs: readSince(state, row),
      stepIds,
      stepsDone: isFirstDone ? 1 : 0,
      splitAfter: 0,
      brought: isFirstDone ? { [first]: brought } : {},
    },
  ]);
}

type TransactionStart = Pick<
  OpenTransaction,
  'parentId' | 'sinceMs' | 'stepIds' | 'stepsDone' | 'splitAfter' | 'brought'
>;

/** Queues transactions and saves their cycle; returns their ids in order. */
export function addTransactions(
  state: State,
  row: CycleRow,
  beginnings: readonly TransactionStart[],
): readonly string[] {
  const nowMs = state.clock.nowMs();
  const ids = beginnings.map((beginning) => {
    const id = makeGuid(state, 'transaction');
    const order = state.store.countUp('transaction order');
    const base = { id, cycleId: row.id, order, parentId: beginning.parentId };
    openTransactionTable(state).write(id, row.id, {
      ...base,
      status: 'Queueing',
      createdAtMs: nowMs,
      endedAtMs: null,
      children: 0,
      openChildren: 0,
      erroredChildren: 0,
    });
    openOpenTransactionTable(state).write(id, row.id, {
      ...beginning,
      ...base,
      accountId: row.accountId,
      wakeAtMs: nowMs,
      retries: 0,
      throttles: 0,
      hasErred: false,
    });
    return id;
  });
  const { queue } = row;
  writeCycle(state, {
    ...row,
    queue: {
      ...queue,
      open: queue.open + beginnings.length,
      wakeAtMs: Math.min(queue.wakeAtMs ?? nowMs, nowMs),
    },
  });
  return ids;
}

/** Before the first success, a choice decides the value. */
function readSince(state: State, row: CycleRow): number {
  const firstMs = state.choices.firstRunDate === 'now' ? state.clock.nowMs() : 0;
  return row.lastSuccessfulRunMs ?? firstMs;
}

/** Step ids of a cycle in the order of its edges: the tail runs first (SERVICE E.2 [P]). */
export function orderByEdges({ bindings, edges }: CycleRow): readonly string[] {
  const ordered: string[] = [];
  const waiting = bindings.map(({ stepId }) => stepId);
  while (waiting.length > 0) {
    const index = waiting.findIndex((id) =>
      edges.every(
        ({ tailStepId, headStepId }) => headStepId !== id || ordered.includes(tailStepId),
      ),
    );
    // Circular or dangling edges leave the rest in the order of the cycle.
    ordered.push(...waiting.splice(Math.max(index, 0), index < 0 ? waiting.length : 1));
  }
  return ordered;
}

import type { CycleRow } from '../../resources/cycles/cycle-row.ts';
import { writeCycle } from '../../resources/cycles/find-cycle.ts';
import type { State } from '../../state/state.ts';
import type { TransactionContext } from '../next-step.ts';
import { deleteOldStepData } from '../step-data.ts';
import {
  openOpenTransactionTable,
  openTransactionTable,
  type TransactionRecord,
} from './transaction.ts';

/** Interval of clean-ups, in transactions. Expired step data is never shown before. */
const sweepEvery = 256;

/**
 * Ends a transaction: errored if one of its steps failed, else completed. The last one of a run
 * without errors sets LastSuccessfulRunDate to the start of the run.
 */
export function closeTransaction(state: State, { cycle, transaction }: TransactionContext): void {
  const transactions = openTransactionTable(state);
  openOpenTransactionTable(state).remove(transaction.id);
  const stored = transactions.read(transaction.id);
  const record: TransactionRecord | undefined = stored && {
    ...stored,
    status: transaction.hasErred ? 'Errored' : 'Completed',
    endedAtMs: state.clock.nowMs(),
  };
  let succeededAtMs: number | null = null;
  if (record !== undefined) {
    transactions.write(record.id, cycle.id, record);
    deleteOldStepData(state, cycle, listExpirable(state, record));
    succeededAtMs = findSuccess(state, record);
  }
  const { queue, lastSuccessfulRunMs } = cycle;
  const open = Math.max(queue.open - 1, 0);
  const ended: CycleRow = {
    ...cycle,
    queue: { ...queue, open, wakeAtMs: open === 0 ? null : queue.wakeAtMs },
    lastSuccessfulRunMs:
      succeededAtMs === null
        ? lastSuccessfulRunMs
        : Math.max(succeededAtMs, lastSuccessfulRunMs ?? succeededAtMs),
  };
  writeCycle(state, ended);
}

/**
 * Transactions to clean up: sometimes all of the cycle, else this one, whose data may have no
 * retention.
 */
function listExpirable(state: State, record: TransactionRecord): readonly TransactionRecord[] {
  return record.order % sweepEvery === 0
    ? openTransactionTable(state)
        .list(record.cycleId)
        .map(({ value }) => value)
    : [record];
}

/** Start of the run that this transaction completes without errors, or null. */
function findSuccess(state: State, record: TransactionRecord): number | null {
  const { parentId, openChildren, erroredChildren, status } = record;
  if (openChildren > 0 || status === 'Queueing' || status === 'Running') {
    return null;
  }
  const isGood = status === 'Completed' && erroredChildren === 0;
  const parent = parentId === null ? undefined : openTransactionTable(state).read(parentId);
  if (parent === undefined) {
    return isGood ? record.createdAtMs : null;
  }
  const reported: TransactionRecord = {
    ...parent,
    openChildren: parent.openChildren - 1,
    erroredChildren: parent.erroredChildren + (isGood ? 0 : 1),
  };
  openTransactionTable(state).write(reported.id, reported.cycleId, reported);
  return findSuccess(state, reported);
}

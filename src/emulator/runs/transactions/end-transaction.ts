import type { CycleRow } from '../../resources/cycles/cycle-row.ts';
import { writeCycle } from '../../resources/cycles/find-cycle.ts';
import type { State } from '../../state/state.ts';
import type { Walk } from '../next-step.ts';
import { removeOldStepData } from '../step-data.ts';
import { shelveOpen, shelveTransactions, type TransactionRecord } from './transaction.ts';

/** Step data that is too old is never shown; it is removed with each so-manieth transaction. */
const sweepEvery = 256;

/**
 * A transaction has come to its end: errored where a step of it failed, else completed. With the
 * last one of a run without errors the cycle's LastSuccessfulRunDate is when that run began.
 */
export function endTransaction(state: State, { cycle, transaction }: Walk): void {
  const transactions = shelveTransactions(state);
  shelveOpen(state).remove(transaction.id);
  const stored = transactions.read(transaction.id);
  const record: TransactionRecord | undefined = stored && {
    ...stored,
    status: transaction.hasErred ? 'Errored' : 'Completed',
    endedAtMs: state.clock.nowMs(),
  };
  let succeededAtMs: number | null = null;
  if (record !== undefined) {
    transactions.write(record.id, cycle.id, record);
    removeOldStepData(state, cycle, listToJudge(state, record));
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

/** Now and then all transactions of the cycle, else this one, whose data may be for nobody to keep. */
function listToJudge(state: State, record: TransactionRecord): readonly TransactionRecord[] {
  return record.order % sweepEvery === 0
    ? shelveTransactions(state)
        .list(record.cycleId)
        .map(({ value }) => value)
    : [record];
}

/** When the run began that ends with this transaction and had no error; null: none did. */
function findSuccess(state: State, record: TransactionRecord): number | null {
  const { parentId, openChildren, erroredChildren, status } = record;
  if (openChildren > 0 || status === 'Queueing' || status === 'Running') {
    return null;
  }
  const isGood = status === 'Completed' && erroredChildren === 0;
  const parent = parentId === null ? undefined : shelveTransactions(state).read(parentId);
  if (parent === undefined) {
    return isGood ? record.createdAtMs : null;
  }
  const told: TransactionRecord = {
    ...parent,
    openChildren: parent.openChildren - 1,
    erroredChildren: parent.erroredChildren + (isGood ? 0 : 1),
  };
  shelveTransactions(state).write(told.id, told.cycleId, told);
  return findSuccess(state, told);
}

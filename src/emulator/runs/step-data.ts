import type { CycleRow } from '../resources/cycles/cycle-row.ts';
import type { State } from '../state/state.ts';
import type { Table } from '../state/store.ts';
import type { TransactionRecord } from './transactions/transaction.ts';

// Data that a transaction's steps received. Kept for the hours of the cycle, else of the account,
// from the end of the transaction; 0 means never (SPEC 8, SERVICE A.1, G [C]).

/** A called step of a transaction. */
export interface StepItem {
  readonly stepId: string;
  readonly stepName: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly isError: boolean;
  /** Request as sent, or the origin of a split; null or absent: not logged. */
  readonly request?: string | null;
  /** JSON text. */
  readonly response: string;
}

interface StepData {
  readonly items: readonly StepItem[];
}

const hourMs = 3_600_000;
/** Default of the console: 31 days (SERVICE G [D]). */
const standardHours = 744;

/** Adds the data of a step. */
export function addStepItem(
  state: State,
  { id, cycleId }: Pick<TransactionRecord, 'id' | 'cycleId'>,
  item: StepItem,
): void {
  const table = openTable(state);
  table.write(id, cycleId, { items: [...(table.read(id)?.items ?? []), item] });
}

/** Step data of a transaction that is still kept. */
export function readStepItems(
  state: State,
  cycle: CycleRow,
  transaction: TransactionRecord,
): readonly StepItem[] {
  return isOver(state, cycle, transaction)
    ? []
    : (openTable(state).read(transaction.id)?.items ?? []);
}

/** Deletes expired step data of a cycle; cheap if there is none. */
export function deleteOldStepData(
  state: State,
  cycle: CycleRow,
  transactions: Iterable<TransactionRecord>,
): void {
  for (const transaction of transactions) {
    if (isOver(state, cycle, transaction)) {
      openTable(state).remove(transaction.id);
    }
  }
}

function isOver(state: State, cycle: CycleRow, { status, endedAtMs }: TransactionRecord): boolean {
  if (endedAtMs === null) {
    return false;
  }
  const account = state.accounts.read(cycle.accountId);
  const hours =
    status === 'Completed'
      ? (cycle.successRetentionHours ?? account?.successRetentionHours)
      : (cycle.erroredRetentionHours ?? account?.erroredRetentionHours);
  return endedAtMs + (hours ?? standardHours) * hourMs <= state.clock.nowMs();
}

function openTable(state: State): Table<StepData> {
  return state.store.table('step data');
}

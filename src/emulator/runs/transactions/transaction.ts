import type { State } from '../../state/state.ts';
import type { Table } from '../../state/store.ts';

// A transaction is one walk of data through the steps of a cycle. What everybody may read of it is
// one row; what it needs to go on is another, which is gone when it has come to its end.

/**
 * Transaction status. `Queueing` [S] is used for all that waits, `Completed` [T]; the other three
 * are assumptions, as no source has more words (SERVICE I.3).
 */
export const transactionStatuses = [
  'Queueing',
  'Running',
  'Completed',
  'Errored',
  'Cancelled',
] as const;

export type TransactionStatus = (typeof transactionStatuses)[number];

/** A transaction as it is listed. Times are milliseconds since 1970. */
export interface TransactionRecord {
  readonly id: string;
  readonly cycleId: string;
  /** Later ones have higher numbers. */
  readonly order: number;
  /** The transaction that was split into this one and others, or null. */
  readonly parentId: string | null;
  readonly status: TransactionStatus;
  readonly createdAtMs: number;
  /** Null: it has not come to its end. */
  readonly endedAtMs: number | null;
  /** Transactions that it was split into, and how many of them are open or went wrong. */
  readonly children: number;
  readonly openChildren: number;
  readonly erroredChildren: number;
}

/** What a step brought: items of an answer, of which a transaction that was split has one. */
export type StepItems = readonly unknown[];

/** A transaction that has not come to its end, and what it goes on with. */
export interface OpenTransaction {
  readonly id: string;
  readonly cycleId: string;
  readonly accountId: string;
  readonly order: number;
  readonly parentId: string | null;
  /** What LastSuccessfulRunDate means in it. */
  readonly sinceMs: number;
  /** When it goes on. */
  readonly wakeAtMs: number;
  /** Its steps in the order of the flow. */
  readonly stepIds: readonly string[];
  /** How many of them are done. */
  readonly stepsDone: number;
  /** After how many steps it was split off: that step's items are not split again. */
  readonly splitAfter: number;
  /** How often the next step was tried again for an error, and for 429. */
  readonly retries: number;
  readonly throttles: number;
  /** By step id; null: the step failed or was left out. */
  readonly brought: Readonly<Record<string, StepItems | null>>;
  readonly hasErred: boolean;
}

/** Transactions of a cycle, owned by it. */
export function openTransactionTable(state: State): Table<TransactionRecord> {
  return state.store.table('transaction');
}

/** Those that are open, owned by their cycle. */
export function openOpenTransactionTable(state: State): Table<OpenTransaction> {
  return state.store.table('open transaction');
}

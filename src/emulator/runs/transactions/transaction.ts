import type { State } from '../../state/state.ts';
import type { Table } from '../../state/store.ts';

// A transaction moves data through the steps of a cycle. Its public record is one row; a second row
// has its progress, and is deleted at the end.

/**
 * Transaction status. `Queueing` [S] means all waiting, `Completed` [T]; the other three are
 * assumptions (SERVICE I.3).
 */
export const transactionStatuses = [
  'Queueing',
  'Running',
  'Completed',
  'Errored',
  'Cancelled',
] as const;

export type TransactionStatus = (typeof transactionStatuses)[number];

/** A listed transaction. Times are milliseconds since 1970. */
export interface TransactionRecord {
  readonly id: string;
  readonly cycleId: string;
  /** Grows with each transaction. */
  readonly order: number;
  /** Transaction that was split into this one, or null. */
  readonly parentId: string | null;
  readonly status: TransactionStatus;
  readonly createdAtMs: number;
  /** Null while it is open. */
  readonly endedAtMs: number | null;
  /** Number of transactions that it was split into, with the open and failed ones. */
  readonly children: number;
  readonly openChildren: number;
  readonly erroredChildren: number;
}

/** Items of a step's answer; a transaction after a split has one. */
export type StepItems = readonly unknown[];

/** An open transaction with its progress. */
export interface OpenTransaction {
  readonly id: string;
  readonly cycleId: string;
  readonly accountId: string;
  readonly order: number;
  readonly parentId: string | null;
  /** Value of LastSuccessfulRunDate. */
  readonly sinceMs: number;
  /** Time at which it continues. */
  readonly wakeAtMs: number;
  /** Its steps in order of execution. */
  readonly stepIds: readonly string[];
  /** Number of finished steps. */
  readonly stepsDone: number;
  /** Number of steps before its split; their items are not split again. */
  readonly splitAfter: number;
  /** Retries of the next step, after errors and after 429. */
  readonly retries: number;
  readonly throttles: number;
  /** By step id; null for a failed or skipped step. */
  readonly brought: Readonly<Record<string, StepItems | null>>;
  readonly hasErred: boolean;
}

/** Transactions, listed by cycle. */
export function openTransactionTable(state: State): Table<TransactionRecord> {
  return state.store.table('transaction');
}

/** Open transactions, listed by cycle. */
export function openOpenTransactionTable(state: State): Table<OpenTransaction> {
  return state.store.table('open transaction');
}

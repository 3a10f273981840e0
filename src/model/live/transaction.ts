import type { Answer } from '../diagnostic/api-failure.ts';
import type { RunCount, RunSpan } from '../state/run-count.ts';
import type { RemoteId } from './live.ts';

/** Levels of an incident: an error of a run, or a warning. */
export type IncidentLevel = 'error' | 'warning';

/** A problem in a run of a cycle, without the data that the run moved. */
export type LiveIncident = {
  /** Null if the service does not name it. */
  readonly cycle: RemoteId | null;
  readonly cycleName: string | null;
  readonly step: RemoteId | null;
  readonly stepName: string | null;
  /** Null: it happened before a transaction existed. */
  readonly transaction: RemoteId | null;
  readonly level: IncidentLevel;
  /** The service's text, such as `Failed to call the method`; null if it gives none. */
  readonly message: string | null;
  /** HTTP status of the third party's answer; null if there was none. */
  readonly status: number | null;
  /** ISO UTC; null if the service does not show it. */
  readonly at: string | null;
};

/** A run of a cycle, as the service lists it. */
export type LiveTransaction = {
  readonly id: RemoteId;
  readonly cycle: RemoteId | null;
  /** The service's word, such as `Completed`. */
  readonly status: string;
  /** ISO UTC; null if the service does not show it. */
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** The transaction that was split into this one. */
  readonly parent: RemoteId | null;
};

/** A step that a transaction called, without its request and its answer. */
export type TransactionStep = {
  readonly step: RemoteId;
  readonly stepName: string | null;
  /** ISO UTC; null if the service does not show it. */
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  /** Null if the service does not say. */
  readonly hasErred: boolean | null;
  /** Text or number at the requested location of its answer; null if there is none. */
  readonly value: string | null;
};

/** Reads of the runs of cycles, which the service calls transactions. */
export interface TransactionReader {
  /** Runs of all cycles of an account that began in a span of time, and that ended. */
  readRuns(account: RemoteId, span: RunSpan): Promise<Answer<RunCount>>;
  /** Problems of the runs of all its cycles in a span of time. */
  listIncidents(
    account: RemoteId,
    span: RunSpan,
    level: IncidentLevel,
  ): Promise<Answer<readonly LiveIncident[]>>;
  /** Runs that began in a span of time, of one cycle or of all. */
  listTransactions(
    account: RemoteId,
    span: RunSpan,
    cycle?: RemoteId,
  ): Promise<Answer<readonly LiveTransaction[]>>;
  /** Steps that a run called, in order; of their answers, the value at a location such as `Contact.Id`. */
  listTransactionSteps(
    at: { readonly account: RemoteId; readonly cycle: RemoteId },
    transaction: RemoteId,
    location: string | null,
  ): Promise<Answer<readonly TransactionStep[]>>;
}

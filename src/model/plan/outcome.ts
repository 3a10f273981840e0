import type { Address } from '../address.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { CheckedConnector } from '../manifest/check.ts';
import type { Operation } from './operation.ts';

/**
 * What became of one operation. `waiting`: an activation that a person's consent holds up; no failure.
 * `undone`: done, and taken back because a later one of its pause window failed. `skipped`: not begun.
 */
export type OperationStatus = 'done' | 'waiting' | 'failed' | 'unknown' | 'undone' | 'skipped';

export type OperationOutcome = {
  readonly operation: Operation;
  readonly result: OperationStatus;
  readonly diagnostics: readonly Diagnostic[];
  /** Of one that failed: its object was made all the same. */
  readonly isMade?: true;
};

/** A step of a new cycle that is called from outside; `url` is null where the service does not show it. */
export type MadeWebhook = {
  readonly address: Address;
  readonly step: string;
  readonly url: string | null;
};

/** What became of one account's plan. */
export type AccountOutcome = {
  readonly account: string;
  readonly outcomes: readonly OperationOutcome[];
  /** What is wrong beyond single operations: a stale plan, a failed read, a value that was not kept, a failed check. */
  readonly diagnostics: readonly Diagnostic[];
  /** Connectors that were checked; absent where the apply did not come to it. */
  readonly checks?: readonly CheckedConnector[];
  /** Steps of cycles that were made which are called from outside; absent where there are none. */
  readonly webhooks?: readonly MadeWebhook[];
  /** Of a destroy: the file that holds what there was before it. */
  readonly keptAt?: string;
};

/** Counts of a whole apply. */
export type ApplySummary = {
  readonly accounts: number;
  /** Accounts of which something failed, was stale or is not known. */
  readonly accountsFailed: number;
  /** Accounts that were left before they were done, with nothing wrong. */
  readonly accountsStopped: number;
  /** Operations by what became of them. */
  readonly operations: Readonly<Record<OperationStatus, number>>;
};

/** Whether a request that changes something may have reached the service. */
export function hasWritten(outcome: AccountOutcome): boolean {
  return outcome.outcomes.some(
    ({ result, operation, isMade }) =>
      isMade === true ||
      result === 'done' ||
      result === 'unknown' ||
      result === 'undone' ||
      (result === 'failed' && hasBegun(operation)),
  );
}

// A pause that fails may have stopped the cycle, and a window that fails is closed again.
function hasBegun({ action, window }: Operation): boolean {
  return window !== null || action.kind === 'pause-cycle';
}

/** Whether all of it is done and verified. Waiting for a person is never a failure. */
export function isSuccess(outcome: AccountOutcome): boolean {
  const isFine = outcome.outcomes.every(
    (item) => item.result === 'done' || item.result === 'waiting',
  );
  return isFine && !outcome.diagnostics.some((item) => item.severity === 'error');
}

/**
 * Whether an account was left before it was done although nothing of it went wrong. What an end that was asked for has
 * kept from being done is left out as well, be it begun.
 */
export function isStopped({ outcomes, diagnostics }: AccountOutcome): boolean {
  const isBroken = outcomes.some(
    (item) =>
      item.result === 'unknown' ||
      ((item.result === 'failed' || item.diagnostics.length > 0) && !isInterrupted(item)),
  );
  const isLeft = outcomes.some((item) => item.result === 'skipped' || isInterrupted(item));
  return isLeft && !isBroken && diagnostics.length === 0;
}

/** Whether it was stopped before the first operation of its plan was begun. */
export function isNotBegun(outcome: AccountOutcome): boolean {
  return isStopped(outcome) && outcome.outcomes.every(({ result }) => result === 'skipped');
}

function isInterrupted({ diagnostics }: OperationOutcome): boolean {
  return diagnostics.length > 0 && diagnostics.every(({ code }) => code === 'interrupted');
}

import type { Address } from '../address.ts';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import type { CheckedConnector } from '../manifest/check.ts';
import type { Operation } from './operation.ts';
import type { RefusedObject } from './refused.ts';

/**
 * The result of one operation. `waiting`: an activation that waits for a sign-in, or what comes
 * after it; no failure. `undone`: rolled back because a later one of its pause window failed.
 * `skipped`: not started.
 */
export type OperationStatus = 'done' | 'waiting' | 'failed' | 'unknown' | 'undone' | 'skipped';

export type OperationOutcome = {
  readonly operation: Operation;
  readonly result: OperationStatus;
  readonly diagnostics: readonly Diagnostic[];
  /** Requests that wrote, if not one. */
  readonly writes?: number;
  /** For a failed one: its object was created. */
  readonly isMade?: true;
};

/** A step of a new cycle that is called from outside; `url` is null where the service does not show it. */
export type MadeWebhook = {
  readonly address: Address;
  readonly step: string;
  readonly url: string | null;
};

/** The result of one account's plan. */
export type AccountOutcome = {
  readonly account: string;
  readonly outcomes: readonly OperationOutcome[];
  /**
   * Errors beyond single operations: a stale plan, a failed read, a changed value, a failed health
   * check.
   */
  readonly diagnostics: readonly Diagnostic[];
  /** Connectors that were checked; absent where the apply did not come to it. */
  readonly checks?: readonly CheckedConnector[];
  /** Steps of cycles that were made which are called from outside; absent where there are none. */
  readonly webhooks?: readonly MadeWebhook[];
  /** For a destroy: the backup file. */
  readonly keptAt?: string;
  /** Objects that its plan refused, and that are unchanged; absent where there are none. */
  readonly refused?: readonly RefusedObject[];
};

/** Counts of a whole apply. */
export type ApplySummary = {
  readonly accounts: number;
  /** Accounts with a failed, stale or unknown operation. */
  readonly accountsFailed: number;
  /** Accounts that were stopped early, without an error. */
  readonly accountsStopped: number;
  /** Operations by result. */
  readonly operations: Readonly<Record<OperationStatus, number>>;
  /** Requests of the done operations that wrote; absent in earlier reports. */
  readonly writes?: number;
};

/** Returns whether a write may have reached the service. */
export function hasWritten(outcome: AccountOutcome): boolean {
  return outcome.outcomes.some(
    ({ result, operation, isMade }) =>
      isMade === true ||
      result === 'done' ||
      result === 'unknown' ||
      result === 'undone' ||
      (result === 'failed' && isPossiblyWritten(operation)),
  );
}

// A pause that fails may have stopped the cycle, and a window that fails is closed again.
function isPossiblyWritten({ action, window }: Operation): boolean {
  return window !== null || action.kind === 'pause-cycle';
}

/** Returns whether the plan is done and verified, and had refused no object. */
export function isSuccess(outcome: AccountOutcome): boolean {
  return isDone(outcome) && outcome.refused === undefined;
}

/** Returns whether all of the plan is done and verified. Waiting for a person is never a failure. */
export function isDone(outcome: AccountOutcome): boolean {
  const isFine = outcome.outcomes.every(
    (item) => item.result === 'done' || item.result === 'waiting',
  );
  return isFine && !outcome.diagnostics.some((item) => item.severity === 'error');
}

/**
 * Returns whether an account was stopped early without a failure. Operations that an interrupt
 * prevented count as skipped, even if started.
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

/** Returns whether it was stopped before its first operation. */
export function isNotStarted(outcome: AccountOutcome): boolean {
  return isStopped(outcome) && outcome.outcomes.every(({ result }) => result === 'skipped');
}

/** Finds the error of this machine that ended the work in an account; null where there was none. */
export function findMachineTrouble({ outcomes, diagnostics }: AccountOutcome): Diagnostic | null {
  const all = [...outcomes.flatMap((each) => each.diagnostics), ...diagnostics];
  return all.find(({ code }) => code === 'machine-trouble') ?? null;
}

function isInterrupted({ diagnostics }: OperationOutcome): boolean {
  return diagnostics.length > 0 && diagnostics.every(({ code }) => code === 'interrupted');
}

const none = { done: 0, waiting: 0, failed: 0, unknown: 0, undone: 0, skipped: 0 };

/** Counts the results of an apply, for text and JSON. */
export function countOutcomes(accounts: readonly AccountOutcome[]): ApplySummary {
  const operations: Record<OperationStatus, number> = { ...none };
  let sent = 0;
  for (const { outcomes } of accounts) {
    for (const { result, writes = 1 } of outcomes) {
      operations[result] += 1;
      if (result === 'done') sent += writes;
    }
  }
  return {
    accounts: accounts.length,
    accountsFailed: accounts.filter((account) => !isDone(account) && !isStopped(account)).length,
    accountsStopped: accounts.filter(isStopped).length,
    operations,
    writes: sent,
  };
}

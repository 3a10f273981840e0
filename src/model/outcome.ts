import type { Diagnostic } from './diagnostic.ts';
import type { Operation } from './operation.ts';

/** What became of one operation. `waiting`: an activation that a person's consent holds up; no failure. */
export type OperationResult = 'done' | 'waiting' | 'failed' | 'unknown' | 'skipped';

export type OperationOutcome = {
  readonly operation: Operation;
  readonly result: OperationResult;
  readonly diagnostics: readonly Diagnostic[];
};

/** What became of one account's plan. */
export type AccountOutcome = {
  readonly account: string;
  readonly outcomes: readonly OperationOutcome[];
  /** What is wrong beyond single operations: a stale plan, a failed read, a value that was not kept. */
  readonly diagnostics: readonly Diagnostic[];
};

/** Whether a request that changes something may have reached the service. */
export function hasWritten(outcome: AccountOutcome): boolean {
  // A pause window that fails is closed again, and that too is a write.
  return outcome.outcomes.some(
    ({ result, operation }) =>
      result === 'done' ||
      result === 'unknown' ||
      (result === 'failed' && operation.window !== null),
  );
}

/** Whether all of it is done and verified. Waiting for a person is never a failure. */
export function isSuccess(outcome: AccountOutcome): boolean {
  const isFine = outcome.outcomes.every(
    (item) => item.result === 'done' || item.result === 'waiting',
  );
  return isFine && !outcome.diagnostics.some((item) => item.severity === 'error');
}

import type { AccountOutcome, ApplySummary, OperationStatus } from '../../model/plan/outcome.ts';
import { isDone, isStopped } from '../../model/plan/outcome.ts';

const none = { done: 0, waiting: 0, failed: 0, unknown: 0, undone: 0, skipped: 0 };

/** Counts the results of an apply, for text and JSON. */
export function countOutcomes(accounts: readonly AccountOutcome[]): ApplySummary {
  const operations: Record<OperationStatus, number> = { ...none };
  for (const { outcomes } of accounts) {
    for (const { result } of outcomes) operations[result] += 1;
  }
  return {
    accounts: accounts.length,
    accountsFailed: accounts.filter((account) => !isDone(account) && !isStopped(account)).length,
    accountsStopped: accounts.filter(isStopped).length,
    operations,
  };
}

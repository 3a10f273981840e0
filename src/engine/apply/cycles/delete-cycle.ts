import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import {
  type ApplyState,
  findAccountId,
  findRemoteId,
  type OperationResult,
  toFailed,
} from '../apply-state.ts';
import { verifyDeleted } from '../journal/verify-deleted.ts';
import { saveUnknownRun } from '../running/once/save-run-state.ts';

/** Deletes a cycle of ours, and its state entry after it is gone. */
export async function deleteCycle(
  state: ApplyState,
  operation: Operation,
): Promise<OperationResult> {
  const { reader, writer } = state.ports;
  const [account, id] = [findAccountId(state), findRemoteId(state, operation.address)];
  await saveUnknownRun(state, operation.address);
  const answer = await writer.deleteCycle(account, id);
  if (!answer.ok) return toFailed(operation, answer.failure, formatFailure(answer.failure));
  return verifyDeleted(state, operation, () => reader.readCycle(account, id));
}

import { formatFailure } from '../../model/diagnostic/api-failure.ts';
import { reportError } from '../../model/diagnostic/diagnostic.ts';
import type { Operation } from '../../model/plan/operation.ts';
import {
  type ApplyState,
  done,
  findAccountId,
  type OperationResult,
  toFailed,
} from './apply-state.ts';
import { toNotDeleted } from './journal/verify-deleted.ts';

/**
 * Deletes an empty account, and its state after its id is gone. Reads its contents right before,
 * because the service would delete them too (SERVICE A.1 [T], I.26).
 */
export async function deleteAccount(
  state: ApplyState,
  operation: Operation,
): Promise<OperationResult> {
  const { reader, writer, store } = state.ports;
  const id = findAccountId(state);
  const [cycles, connectors] = [await reader.listCycles(id), await reader.listConnectors(id)];
  for (const listed of [cycles, connectors]) {
    if (!listed.ok) return toFailed(operation, listed.failure, formatFailure(listed.failure));
    if (listed.value.length > 0) return toFilled(operation, listed.value);
  }
  const answer = await writer.deleteAccount(id);
  if (!answer.ok) return toFailed(operation, answer.failure, formatFailure(answer.failure));
  const left = await reader.readAccount(id);
  if (!left.ok) return toFailed(operation, left.failure, formatFailure(left.failure));
  if (left.value !== null) return toNotDeleted(operation);
  const { key } = state.diff.desired;
  const { objects, creates, pauses, writes } = await store.readState(key);
  state.intents.clear();
  await store.update({
    account: key,
    deleteObjects: [...objects.keys()],
    closeCreates: [...creates.keys()],
    closePauses: [...pauses.keys()],
    closeWrites: [...writes.keys()],
  });
  return done;
}

function toFilled(
  { address }: Operation,
  left: readonly { readonly name: string }[],
): OperationResult {
  const names = left.map(({ name }) => JSON.stringify(name)).join(', ');
  return {
    kind: 'failed',
    diagnostics: [
      reportError('account-not-empty', {
        summary: `${address} is not empty: it has ${names}, created outside Git`,
        address,
        remedy:
          'The account was not changed. Find the owner of these objects; when they are gone, run the command again.',
      }),
    ],
  };
}

import { type Answer, formatFailure } from '../../../model/diagnostic/api-failure.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { type ApplyState, done, type OperationResult, toFailed } from '../apply-state.ts';

/**
 * Drops what we remember of an object once its own id says that it is gone: a 200 to a DELETE is no
 * proof (law 12), and an object that we forgot too early would stay for good as somebody else's.
 */
export async function verifyDeleted(
  state: ApplyState,
  operation: Operation,
  look: () => Promise<Answer<object | null>>,
): Promise<OperationResult> {
  const { address } = operation;
  const answer = await waitUntilDeleted(state, look);
  if (!answer.ok) return toFailed(operation, answer.failure, formatFailure(answer.failure));
  if (answer.value !== null) return toNotDeleted(operation);
  state.intents.delete(address);
  await state.ports.store.update({
    account: state.diff.desired.key,
    deleteObjects: [address],
    closePauses: [address],
    closeWrites: [address],
  });
  return done;
}

// A deletion may be scheduled a moment after it was answered (SERVICE A.5 [T]).
async function waitUntilDeleted(
  { ports: { clock } }: ApplyState,
  look: () => Promise<Answer<object | null>>,
): Promise<Answer<object | null>> {
  let answer = await look();
  for (const waitMs of waitsMs) {
    if (!answer.ok || answer.value === null) return answer;
    await clock.wait(waitMs);
    answer = await look();
  }
  return answer;
}

const waitsMs = [250, 500, 1000];

/** An object that was answered as deleted and is still there. */
export function toNotDeleted({ address }: Operation): OperationResult {
  const summary = `${address}: the service answered with success and did not delete it`;
  const code = 'kept-another-value';
  const remedy = 'Run it again; if it stays, look in the console what keeps it.';
  return { kind: 'failed', diagnostics: [{ code, severity: 'error', summary, address, remedy }] };
}

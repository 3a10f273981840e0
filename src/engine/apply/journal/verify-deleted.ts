import { type Answer, formatFailure } from '../../../model/diagnostic/api-failure.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { type ApplyState, done, type OperationResult, toFailed } from '../apply-state.ts';

/**
 * Deletes a state entry after the object's id is gone, because a 200 to a DELETE proves nothing
 * (law 12) and an early removal would leave the object unmanaged.
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

// The service may delete a moment after its answer (SERVICE A.5 [T]).
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

/** Reports an object that still exists after a successful DELETE. */
export function toNotDeleted({ address }: Operation): OperationResult {
  const summary = `${address}: the service reported success but did not delete it`;
  const code = 'kept-another-value';
  const remedy = 'Run the command again; if the object stays, check in the console why.';
  return { kind: 'failed', diagnostics: [reportError(code, { summary, address, remedy })] };
}

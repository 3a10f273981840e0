import type { Answer } from '../../../model/diagnostic/api-failure.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { formatStateCommand } from '../../../model/report/advice/commands.ts';
import type { ApplyState, OperationResult } from '../apply-state.ts';
import { toFailed } from '../apply-state.ts';

/** Closes the intent of a refused create; an unknown outcome keeps it open. */
export async function closeFailedCreate(
  state: ApplyState,
  operation: Operation,
  answer: Extract<Answer<unknown>, { readonly ok: false }>,
): Promise<OperationResult> {
  if (answer.failure.kind !== 'outcome-unknown') {
    await state.ports.store.update({
      account: state.diff.desired.key,
      closeCreates: [operation.address],
    });
  }
  const failed = toFailed(operation, answer.failure, formatFailure(answer.failure));
  const isSeenAgain =
    operation.action.kind !== 'install-connector' || state.diff.capabilities.connectors;
  return failed.kind !== 'unknown' || isSeenAgain ? failed : askPerson(state, operation, failed);
}

// The service does not list connectors, so no later apply can find the outcome.
function askPerson(
  { diff }: ApplyState,
  { address }: Operation,
  failed: Extract<OperationResult, { readonly kind: 'failed' | 'unknown' }>,
): OperationResult {
  const { environment } = diff.desired;
  const command = formatStateCommand('settle', { environment, address });
  const remedy = `It is not sent again. Check the console, then run ${command} exists ID, or absent.`;
  return { ...failed, diagnostics: failed.diagnostics.map((each) => ({ ...each, remedy })) };
}

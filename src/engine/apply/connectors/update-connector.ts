import type { FieldPath } from '../../../model/address.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { ApplyState, OperationResult } from '../apply-state.ts';
import { done, findAccountId, findRemoteId, saveRecord, toFailed } from '../apply-state.ts';
import { loadPayloads } from '../values/load-payloads.ts';
import { toMissingSecret } from '../values/to-missing-secret.ts';
import { toConnectorWrite, withObserved } from './to-connector-write.ts';

/** Updates name, description or AuthValue of a connector. */
export async function updateConnector(
  state: ApplyState,
  operation: Operation,
  paths: readonly FieldPath[],
): Promise<OperationResult> {
  const loaded = await loadPayloads(state, operation, paths);
  if ('missing' in loaded) return toMissingSecret(operation, loaded.missing);
  const remoteId = findRemoteId(state, operation.address);
  const answer = await state.ports.writer.updateConnector(
    findAccountId(state),
    remoteId,
    toConnectorWrite(loaded.payloads),
  );
  if (!answer.ok) return toFailed(operation, answer.failure, formatFailure(answer.failure));
  const applied = withObserved(loaded.applied, answer.value.authFingerprint);
  await saveRecord(state, { address: operation.address, kind: 'connector', remoteId, applied });
  return done;
}

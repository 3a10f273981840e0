import type { FieldPath } from '../../../model/address.ts';
import { parsePath } from '../../../model/address.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { ApplyState, OperationResult } from '../apply-state.ts';
import { done, findAccountId, findRemoteId, saveRecord, toFailed } from '../apply-state.ts';
import { readPayload } from '../values/read-payload.ts';
import { toMissingSecret } from '../values/to-missing-secret.ts';

/** Creates or updates one property of a connector. */
export async function writeProperty(
  state: ApplyState,
  operation: Operation,
  path: FieldPath,
): Promise<OperationResult> {
  const payload = await readPayload(state, { address: operation.address, path }, 'desired');
  if (payload.kind === 'missing') return toMissingSecret(operation, payload);
  const name = parsePath(path)[1] ?? '';
  const value = payload.kind === 'secret' ? payload.value : String(payload.value ?? '');
  const remoteId = findRemoteId(state, operation.address);
  const at = { account: findAccountId(state), connector: remoteId };
  // Reads the connector first, because a repeated create would add a second property of that name.
  const live = await state.ports.reader.readConnector(at.account, at.connector);
  if (!live.ok) return toFailed(operation, live.failure, formatFailure(live.failure));
  const property = live.value?.properties.find((item) => item.name === name);
  const answer =
    property === undefined
      ? await state.ports.writer.createProperty(at, name, value)
      : await state.ports.writer.updateProperty(at, property, value);
  if (!answer.ok) return toFailed(operation, answer.failure, formatFailure(answer.failure));
  await saveRecord(state, {
    address: operation.address,
    kind: 'connector',
    remoteId,
    applied: { [path]: payload.applied },
  });
  return done;
}

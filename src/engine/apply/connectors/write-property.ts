import type { FieldPath } from '../../../model/address.ts';
import { parsePath } from '../../../model/address.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { ApplyState, OperationResult } from '../apply-state.ts';
import { done, findAccountId, findRemoteId, saveRecord, toFailed } from '../apply-state.ts';
import { readPayload } from '../values/read-payload.ts';
import { toMissingSecret } from '../values/to-missing-secret.ts';

/** Creates or updates one property, as the connector has it or not. */
export async function writeProperty(
  scene: ApplyState,
  operation: Operation,
  path: FieldPath,
): Promise<OperationResult> {
  const cargo = await readPayload(scene, { address: operation.address, path }, 'desired');
  if (cargo.kind === 'missing') return toMissingSecret(operation, cargo);
  const name = parsePath(path)[1] ?? '';
  const value = cargo.kind === 'secret' ? cargo.value : String(cargo.value ?? '');
  const remoteId = findRemoteId(scene, operation.address);
  const at = { account: findAccountId(scene), connector: remoteId };
  // Looked up now: a repeated create would make a second property of that name.
  const live = await scene.ports.reader.readConnector(at.account, at.connector);
  if (!live.ok) return toFailed(operation, live.failure, formatFailure(live.failure));
  const property = live.value?.properties.find((item) => item.name === name);
  const answer =
    property === undefined
      ? await scene.ports.writer.createProperty(at, name, value)
      : await scene.ports.writer.updateProperty(at, property, value);
  if (!answer.ok) return toFailed(operation, answer.failure, formatFailure(answer.failure));
  await saveRecord(scene, {
    address: operation.address,
    kind: 'connector',
    remoteId,
    applied: { [path]: cargo.applied },
  });
  return done;
}

import type { FieldPath } from '../../../model/address.ts';
import { writeFailure } from '../../../model/diagnostic/api-failure.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { Performed, Scene } from '../scene.ts';
import { accountId, done, idOf, keepRecord, toFailed } from '../scene.ts';
import { loadCargo } from '../values/load-cargo.ts';
import { toMissingSecret } from '../values/to-missing-secret.ts';
import { toConnectorWrite, withRead } from './to-connector-write.ts';

/** Writes name, description or AuthValue of a connector. */
export async function updateConnector(
  scene: Scene,
  operation: Operation,
  paths: readonly FieldPath[],
): Promise<Performed> {
  const loaded = await loadCargo(scene, operation, paths);
  if ('missing' in loaded) return toMissingSecret(operation, loaded.missing);
  const remoteId = idOf(scene, operation.address);
  const answer = await scene.ports.writer.updateConnector(
    accountId(scene),
    remoteId,
    toConnectorWrite(loaded.cargo),
  );
  if (!answer.ok) return toFailed(operation, answer.failure, writeFailure(answer.failure));
  const applied = withRead(loaded.applied, answer.value.authPrint);
  await keepRecord(scene, { address: operation.address, kind: 'connector', remoteId, applied });
  return done;
}

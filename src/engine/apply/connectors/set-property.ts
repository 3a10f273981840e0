import type { FieldPath } from '../../../model/address.ts';
import { splitPath } from '../../../model/address.ts';
import { writeFailure } from '../../../model/diagnostic/api-failure.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { Performed, Scene } from '../scene.ts';
import { accountId, done, idOf, keepRecord, toFailed } from '../scene.ts';
import { carryValue } from '../values/carry-value.ts';
import { toMissingSecret } from '../values/to-missing-secret.ts';

/** Creates or updates one property, as the connector has it or not. */
export async function setProperty(
  scene: Scene,
  operation: Operation,
  path: FieldPath,
): Promise<Performed> {
  const cargo = await carryValue(scene, { address: operation.address, path }, 'desired');
  if (cargo.kind === 'missing') return toMissingSecret(operation, cargo);
  const name = splitPath(path)[1] ?? '';
  const value = cargo.kind === 'secret' ? cargo.value : String(cargo.value ?? '');
  const remoteId = idOf(scene, operation.address);
  const at = { account: accountId(scene), connector: remoteId };
  // Looked up now: a repeated create would make a second property of that name.
  const live = await scene.ports.reader.readConnector(at.account, at.connector);
  if (!live.ok) return toFailed(operation, live.failure, writeFailure(live.failure));
  const property = live.value?.properties.find((item) => item.name === name);
  const answer =
    property === undefined
      ? await scene.ports.writer.createProperty(at, name, value)
      : await scene.ports.writer.updateProperty(at, property, value);
  if (!answer.ok) return toFailed(operation, answer.failure, writeFailure(answer.failure));
  await keepRecord(scene, {
    address: operation.address,
    kind: 'connector',
    remoteId,
    applied: { [path]: cargo.applied },
  });
  return done;
}

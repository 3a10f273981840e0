import type { FieldPath } from '../../model/address.ts';
import { splitPath } from '../../model/address.ts';
import { writeFailure } from '../../model/api-failure.ts';
import { findStep, findTarget } from '../../model/cycle-shape.ts';
import type { MappingSlot, MappingSource } from '../../model/mapping.ts';
import type { Operation } from '../../model/operation.ts';
import { carryValue } from './carry-value.ts';
import { readInstance } from './read-instance.ts';
import type { Performed, Scene, Side } from './scene.ts';
import { accountId, done, idOf, keepRecord, toFailed } from './scene.ts';
import { toMappingWrite } from './to-mapping-write.ts';
import { toMissingSecret } from './to-missing-secret.ts';
import { toUnknownName } from './to-unknown-name.ts';

/** Writes the mapping of one parameter or field, its names bound to the ids of this instance. */
export async function setMapping(
  scene: Scene,
  operation: Operation,
  asked: { readonly path: FieldPath; readonly slot: MappingSlot; readonly side: Side },
): Promise<Performed> {
  const shape = await readInstance(scene, operation.address);
  if (!shape.ok) return toFailed(operation, shape.failure, writeFailure(shape.failure));
  const [, stepName = '', , targetName = ''] = splitPath(asked.path);
  const step = findStep(shape.value, stepName);
  if (step.kind !== 'one') return toUnknownName(operation, 'step-unknown', `step "${stepName}"`);
  const target = findTarget(step.item, asked.slot, targetName);
  if (target.kind !== 'one')
    return toUnknownName(operation, 'target-unknown', `"${targetName}" in step "${stepName}"`);
  const cargo = await carryValue(
    scene,
    { address: operation.address, path: asked.path },
    asked.side,
  );
  if (cargo.kind === 'missing') return toMissingSecret(operation, cargo);
  const source = cargo.kind === 'secret' ? cargo.value : (cargo.value as MappingSource | null);
  const write = toMappingWrite(source, shape.value);
  if (write === null) return toUnknownName(operation, 'source-unknown', `source of ${asked.path}`);
  const remoteId = idOf(scene, operation.address);
  const at = {
    account: accountId(scene),
    step: step.item.id,
    slot: asked.slot,
    target: target.item.id,
  };
  const answer = await scene.ports.writer.writeMapping(at, write);
  if (!answer.ok) return toFailed(operation, answer.failure, writeFailure(answer.failure));
  await keepRecord(scene, {
    address: operation.address,
    kind: 'cycle',
    remoteId,
    applied: { [asked.path]: cargo.applied },
  });
  return done;
}

import type { FieldPath } from '../../../model/address.ts';
import { splitPath } from '../../../model/address.ts';
import type { MappingSlot, MappingSource } from '../../../model/desired/mapping.ts';
import { type Answer, writeFailure } from '../../../model/diagnostic/api-failure.ts';
import { type CycleShape, findStep, findTarget } from '../../../model/live/cycle-shape.ts';
import type { LiveStep } from '../../../model/live/live.ts';
import { namesUnlisted, withOffered } from '../../../model/live/step-sources.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { SecretValue } from '../../../model/secret/secret.ts';
import type { Performed, Scene, Side } from '../scene.ts';
import { accountId, done, idOf, keepRecord, toFailed } from '../scene.ts';
import { carryValue } from '../values/carry-value.ts';
import { toMissingSecret } from '../values/to-missing-secret.ts';
import { toUnknownName } from '../values/to-unknown-name.ts';
import { readInstance } from './read-instance.ts';
import { toMappingWrite } from './to-mapping-write.ts';

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
  const named = await nameSources(scene, operation, {
    shape: shape.value,
    taker: step.item,
    source,
  });
  if (!named.ok) return toFailed(operation, named.failure, writeFailure(named.failure));
  const write = toMappingWrite(source, named.value);
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

// What the method of the source does not list, the step that takes it may; known then for all mappings of the cycle.
async function nameSources(
  scene: Scene,
  { address }: Operation,
  asked: {
    readonly shape: CycleShape;
    readonly taker: LiveStep;
    readonly source: MappingSource | SecretValue | null;
  },
): Promise<Answer<CycleShape>> {
  const { shape, taker, source } = asked;
  const isListed =
    source === null || source instanceof SecretValue || !namesUnlisted(source, shape);
  if (isListed) return { ok: true, value: shape };
  const offered = await scene.ports.reader.listSources(accountId(scene), taker.id);
  const named = withOffered(shape, [offered]);
  if (named.ok) scene.instances.set(address, named.value);
  return named;
}

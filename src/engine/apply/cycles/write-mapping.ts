import type { FieldPath } from '../../../model/address.ts';
import { parsePath } from '../../../model/address.ts';
import type { MappingSlot, MappingSource } from '../../../model/desired/mapping.ts';
import { type Answer, formatFailure } from '../../../model/diagnostic/api-failure.ts';
import { type CycleShape, findStep, findTarget } from '../../../model/live/cycle-shape.ts';
import type { LiveStep } from '../../../model/live/live.ts';
import { hasUnlistedSource, withOfferedSources } from '../../../model/live/step-sources.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { SecretValue } from '../../../model/secret/secret.ts';
import type { ApplyState, OperationResult, Side } from '../apply-state.ts';
import { done, findAccountId, findRemoteId, saveRecord, toFailed } from '../apply-state.ts';
import { readPayload } from '../values/read-payload.ts';
import { toMissingSecret } from '../values/to-missing-secret.ts';
import { toUnknownName } from '../values/to-unknown-name.ts';
import { readInstance } from './read-instance.ts';
import { toMappingWrite } from './to-mapping-write.ts';

/** Writes the mapping of one parameter or field, its names bound to the ids of this instance. */
export async function writeMapping(
  scene: ApplyState,
  operation: Operation,
  asked: { readonly path: FieldPath; readonly slot: MappingSlot; readonly side: Side },
): Promise<OperationResult> {
  const shape = await readInstance(scene, operation.address);
  if (!shape.ok) return toFailed(operation, shape.failure, formatFailure(shape.failure));
  const [, stepName = '', , targetName = ''] = parsePath(asked.path);
  const step = findStep(shape.value, stepName);
  if (step.kind !== 'one') return toUnknownName(operation, 'step-unknown', `step "${stepName}"`);
  const target = findTarget(step.item, asked.slot, targetName);
  if (target.kind !== 'one')
    return toUnknownName(operation, 'target-unknown', `"${targetName}" in step "${stepName}"`);
  const cargo = await readPayload(
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
  if (!named.ok) return toFailed(operation, named.failure, formatFailure(named.failure));
  const write = toMappingWrite(source, named.value);
  if (write === null) return toUnknownName(operation, 'source-unknown', `source of ${asked.path}`);
  const remoteId = findRemoteId(scene, operation.address);
  const at = {
    account: findAccountId(scene),
    step: step.item.id,
    slot: asked.slot,
    target: target.item.id,
  };
  const answer = await scene.ports.writer.writeMapping(at, write);
  if (!answer.ok) return toFailed(operation, answer.failure, formatFailure(answer.failure));
  await saveRecord(scene, {
    address: operation.address,
    kind: 'cycle',
    remoteId,
    applied: { [asked.path]: cargo.applied },
  });
  return done;
}

// What the method of the source does not list, the step that takes it may; known then for all mappings of the cycle.
async function nameSources(
  scene: ApplyState,
  { address }: Operation,
  asked: {
    readonly shape: CycleShape;
    readonly taker: LiveStep;
    readonly source: MappingSource | SecretValue | null;
  },
): Promise<Answer<CycleShape>> {
  const { shape, taker, source } = asked;
  const isListed =
    source === null || source instanceof SecretValue || !hasUnlistedSource(source, shape);
  if (isListed) return { ok: true, value: shape };
  const offered = await scene.ports.reader.listSources(findAccountId(scene), taker.id);
  const named = withOfferedSources(shape, [offered]);
  if (named.ok) scene.instances.set(address, named.value);
  return named;
}

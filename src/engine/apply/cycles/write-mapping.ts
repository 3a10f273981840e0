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

/** Writes the mapping of one parameter or field with the ids of the live cycle. */
export async function writeMapping(
  state: ApplyState,
  operation: Operation,
  asked: { readonly path: FieldPath; readonly slot: MappingSlot; readonly side: Side },
): Promise<OperationResult> {
  const shape = await readInstance(state, operation.address);
  if (!shape.ok) return toFailed(operation, shape.failure, formatFailure(shape.failure));
  const [, stepName = '', , targetName = ''] = parsePath(asked.path);
  const step = findStep(shape.value, stepName);
  if (step.kind !== 'one') return toUnknownName(operation, 'step-unknown', `step "${stepName}"`);
  const target = findTarget(step.item, asked.slot, targetName);
  if (target.kind !== 'one')
    return toUnknownName(operation, 'target-unknown', `"${targetName}" in step "${stepName}"`);
  const payload = await readPayload(
    state,
    { address: operation.address, path: asked.path },
    asked.side,
  );
  if (payload.kind === 'missing') return toMissingSecret(operation, payload);
  const source =
    payload.kind === 'secret' ? payload.value : (payload.value as MappingSource | null);
  const named = await nameSources(state, operation, {
    shape: shape.value,
    taker: step.item,
    source,
  });
  if (!named.ok) return toFailed(operation, named.failure, formatFailure(named.failure));
  const write = toMappingWrite(source, named.value);
  if (write === null) return toUnknownName(operation, 'source-unknown', `source of ${asked.path}`);
  const remoteId = findRemoteId(state, operation.address);
  const at = {
    account: findAccountId(state),
    step: step.item.id,
    slot: asked.slot,
    target: target.item.id,
  };
  const answer = await state.ports.writer.writeMapping(at, write);
  if (!answer.ok) return toFailed(operation, answer.failure, formatFailure(answer.failure));
  await saveRecord(state, {
    address: operation.address,
    kind: 'cycle',
    remoteId,
    applied: { [asked.path]: payload.applied },
  });
  return done;
}

// A field that the source's method does not list may be in the step that uses it; then it is known
// for all mappings of the cycle.
async function nameSources(
  state: ApplyState,
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
  const offered = await state.ports.reader.listSources(findAccountId(state), taker.id);
  const named = withOfferedSources(shape, [offered]);
  if (named.ok) state.instances.set(address, named.value);
  return named;
}

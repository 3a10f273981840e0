import type { FieldPath } from '../../../model/address.ts';
import { parseStepTarget } from '../../../model/desired/launch-path.ts';
import type { MappingSource } from '../../../model/desired/mapping.ts';
import { type Answer, formatFailure } from '../../../model/diagnostic/api-failure.ts';
import type { AppliedValue } from '../../../model/fields/field-value.ts';
import { type CycleShape, findStep, findTarget } from '../../../model/live/cycle-shape.ts';
import type { LiveStep } from '../../../model/live/live.ts';
import { hasUnlistedSource, withOfferedSources } from '../../../model/live/steps/step-sources.ts';
import type { MappingSourceWrite, MappingWrite } from '../../../model/live/writes.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { SecretValue } from '../../../model/secret/secret.ts';
import type { ApplyState, OperationResult, Side } from '../apply-state.ts';
import { done, findAccountId, findRemoteId, saveRecord, toFailed } from '../apply-state.ts';
import { readPayload } from '../values/read-payload.ts';
import { toMissingSecret } from '../values/to-missing-secret.ts';
import { toUnknownName } from '../values/to-unknown-name.ts';
import { readInstance } from './read-instance.ts';
import { toMappingWrite } from './to-mapping-write.ts';

/** Fields of one mapping, its source, its visibility at launch or both, in one request. */
type WrittenMappingFields = { readonly paths: readonly FieldPath[]; readonly side: Side };

/** Writes the mapping of one parameter or field with the ids of the live cycle. */
export async function writeMapping(
  state: ApplyState,
  operation: Operation,
  asked: WrittenMappingFields,
): Promise<OperationResult> {
  const shape = await readInstance(state, operation.address);
  if (!shape.ok) return toFailed(operation, shape.failure, formatFailure(shape.failure));
  const [first] = asked.paths;
  const at = first === undefined ? null : parseStepTarget(first);
  if (at === null) throw new Error(`${operation.does} names no mapping`);
  const step = findStep(shape.value, at.step);
  if (step.kind !== 'one') return toUnknownName(operation, 'step-unknown', `step "${at.step}"`);
  const target = findTarget(step.item, at.slot, at.target);
  if (target.kind !== 'one')
    return toUnknownName(operation, 'target-unknown', `"${at.target}" in step "${at.step}"`);
  let write: Partial<MappingSourceWrite> & { readonly isLaunchVisible?: boolean } = {};
  let applied: Readonly<Record<FieldPath, AppliedValue>> = {};
  for (const path of asked.paths) {
    const part = await makePart(state, operation, {
      path,
      side: asked.side,
      shape: shape.value,
      taker: step.item,
    });
    if ('result' in part) return part.result;
    write = { ...write, ...part.write };
    applied = { ...applied, [path]: part.applied };
  }
  const ref = {
    account: findAccountId(state),
    step: step.item.id,
    slot: at.slot,
    target: target.item.id,
  };
  const answer = await state.ports.writer.writeMapping(ref, write as MappingWrite);
  if (!answer.ok) return toFailed(operation, answer.failure, formatFailure(answer.failure));
  const remoteId = findRemoteId(state, operation.address);
  await saveRecord(state, { address: operation.address, kind: 'cycle', remoteId, applied });
  return done;
}

type AskedPart = {
  readonly path: FieldPath;
  readonly side: Side;
  readonly shape: CycleShape;
  readonly taker: LiveStep;
};

async function makePart(
  state: ApplyState,
  operation: Operation,
  { path, side, shape, taker }: AskedPart,
): Promise<
  | { readonly write: MappingWrite; readonly applied: AppliedValue }
  | { readonly result: OperationResult }
> {
  const payload = await readPayload(state, { address: operation.address, path }, side);
  if (payload.kind === 'missing') return { result: toMissingSecret(operation, payload) };
  const { applied } = payload;
  if (parseStepTarget(path)?.isLaunch === true) {
    return { write: { isLaunchVisible: payload.value === true }, applied };
  }
  const source =
    payload.kind === 'secret' ? payload.value : (payload.value as MappingSource | null);
  const named = await nameSources(state, { shape, taker, source });
  if (!named.ok) {
    return { result: toFailed(operation, named.failure, formatFailure(named.failure)) };
  }
  const write = toMappingWrite(source, named.value);
  return write === null
    ? { result: toUnknownName(operation, 'source-unknown', `source of ${path}`) }
    : { write, applied };
}

// A field that the source's method does not list may be in the step that uses it.
async function nameSources(
  state: ApplyState,
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
  const offered = await state.kept.listSources(findAccountId(state), taker.id);
  return withOfferedSources(shape, [offered]);
}

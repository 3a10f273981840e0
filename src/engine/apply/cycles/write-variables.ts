import type { FieldPath } from '../../../model/address.ts';
import { parsePath } from '../../../model/address.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import type { AppliedValue } from '../../../model/fields/field-value.ts';
import { findVariable } from '../../../model/live/cycle-shape.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { SecretValue } from '../../../model/secret/secret.ts';
import type { ApplyState, OperationResult, Side } from '../apply-state.ts';
import { done, findAccountId, findRemoteId, saveRecord, toFailed } from '../apply-state.ts';
import { readPayload } from '../values/read-payload.ts';
import { toMissingSecret } from '../values/to-missing-secret.ts';
import { toUnknownName } from '../values/to-unknown-name.ts';
import { readInstance } from './read-instance.ts';

/** Writes all managed variables that differ, in one request. */
export async function writeVariables(
  state: ApplyState,
  operation: Operation,
  asked: { readonly paths: readonly FieldPath[]; readonly side: Side },
): Promise<OperationResult> {
  const shape = await readInstance(state, operation.address);
  if (!shape.ok) return toFailed(operation, shape.failure, formatFailure(shape.failure));
  const values: { displayName: string; systemName: string; value: string | SecretValue }[] = [];
  const applied: Record<FieldPath, AppliedValue> = {};
  for (const path of asked.paths) {
    const name = parsePath(path)[1] ?? '';
    const variable = findVariable(shape.value, name);
    if (variable.kind !== 'one')
      return toUnknownName(operation, 'variable-unknown', `variable "${name}"`);
    const payload = await readPayload(state, { address: operation.address, path }, asked.side);
    if (payload.kind === 'missing') return toMissingSecret(operation, payload);
    const value = payload.kind === 'secret' ? payload.value : String(payload.value ?? '');
    values.push({ displayName: name, systemName: variable.item.systemName, value });
    applied[path] = payload.applied;
  }
  const remoteId = findRemoteId(state, operation.address);
  const answer = await state.ports.writer.writeVariables(
    { account: findAccountId(state), cycle: remoteId },
    values,
  );
  if (!answer.ok) return toFailed(operation, answer.failure, formatFailure(answer.failure));
  await saveRecord(state, { address: operation.address, kind: 'cycle', remoteId, applied });
  return done;
}

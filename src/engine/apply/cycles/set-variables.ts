import type { FieldPath } from '../../../model/address.ts';
import { splitPath } from '../../../model/address.ts';
import { writeFailure } from '../../../model/diagnostic/api-failure.ts';
import type { AppliedValue } from '../../../model/fields/field-value.ts';
import { findVariable } from '../../../model/live/cycle-shape.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { SecretValue } from '../../../model/secret/secret.ts';
import type { Performed, Scene, Side } from '../scene.ts';
import { accountId, done, idOf, keepRecord, toFailed } from '../scene.ts';
import { carryValue } from '../values/carry-value.ts';
import { toMissingSecret } from '../values/to-missing-secret.ts';
import { toUnknownName } from '../values/to-unknown-name.ts';
import { readInstance } from './read-instance.ts';

/** Writes all managed variables that differ, in one request. */
export async function setVariables(
  scene: Scene,
  operation: Operation,
  asked: { readonly paths: readonly FieldPath[]; readonly side: Side },
): Promise<Performed> {
  const shape = await readInstance(scene, operation.address);
  if (!shape.ok) return toFailed(operation, shape.failure, writeFailure(shape.failure));
  const values: { displayName: string; systemName: string; value: string | SecretValue }[] = [];
  const applied: Record<FieldPath, AppliedValue> = {};
  for (const path of asked.paths) {
    const name = splitPath(path)[1] ?? '';
    const variable = findVariable(shape.value, name);
    if (variable.kind !== 'one')
      return toUnknownName(operation, 'variable-unknown', `variable "${name}"`);
    const cargo = await carryValue(scene, { address: operation.address, path }, asked.side);
    if (cargo.kind === 'missing') return toMissingSecret(operation, cargo);
    const value = cargo.kind === 'secret' ? cargo.value : String(cargo.value ?? '');
    values.push({ displayName: name, systemName: variable.item.systemName, value });
    applied[path] = cargo.applied;
  }
  const remoteId = idOf(scene, operation.address);
  const answer = await scene.ports.writer.writeVariables(
    { account: accountId(scene), cycle: remoteId },
    values,
  );
  if (!answer.ok) return toFailed(operation, answer.failure, writeFailure(answer.failure));
  await keepRecord(scene, { address: operation.address, kind: 'cycle', remoteId, applied });
  return done;
}

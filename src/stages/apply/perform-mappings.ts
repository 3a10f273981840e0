import type { FieldPath } from '../../model/address.ts';
import { connectorAddress, splitPath } from '../../model/address.ts';
import { writeFailure } from '../../model/api-failure.ts';
import type { DiagnosticCode } from '../../model/codes.ts';
import type { CycleShape } from '../../model/cycle-shape.ts';
import { findStep, findTarget, findVariable } from '../../model/cycle-shape.ts';
import type { AppliedValue } from '../../model/field-value.ts';
import type { MappingSlot, MappingSource } from '../../model/mapping.ts';
import type { Operation } from '../../model/operation.ts';
import type { SecretValue } from '../../model/secret.ts';
import { carryValue, cycleAt } from './carry-value.ts';
import { readInstance } from './read-instance.ts';
import type { Performed, Scene, Side } from './scene.ts';
import { accountId, done, idOf, keepRecord, toFailed } from './scene.ts';
import { toMappingWrite } from './to-mapping-write.ts';
import { toMissingSecret } from './to-missing-secret.ts';

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
    if (cargo.kind === 'missing') return toMissingSecret(operation, cargo.from);
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
  if (cargo.kind === 'missing') return toMissingSecret(operation, cargo.from);
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

/**
 * Compares the connector of each step with its slot and rebinds those that differ, then looks whether
 * the service did so. Where it did not, the cycle stays unstarted (ENGINE, Install side effects and slots).
 */
export async function bindSlots(
  scene: Scene,
  operation: Operation,
  asked: { readonly paths: readonly FieldPath[]; readonly side: Side },
): Promise<Performed> {
  const before = await readInstance(scene, operation.address);
  if (!before.ok) return toFailed(operation, before.failure, writeFailure(before.failure));
  const wanted =
    asked.side === 'desired'
      ? wantedBindings(scene, operation, asked.paths)
      : earlierBindings(scene, operation);
  const remoteId = idOf(scene, operation.address);
  const at = { account: accountId(scene), cycle: remoteId };
  for (const { label, connector } of findWrong(before.value, wanted)) {
    const step = before.value.steps.find((item) => item.label === label);
    const answer = await scene.ports.writer.bindStep(at, step?.id ?? '', connector);
    if (!answer.ok) return toNotBound(operation, [label], writeFailure(answer.failure));
  }
  scene.instances.delete(operation.address);
  const after = await readInstance(scene, operation.address);
  if (!after.ok) return toFailed(operation, after.failure, writeFailure(after.failure));
  const wrong = findWrong(after.value, wanted);
  if (wrong.length > 0) {
    return toNotBound(
      operation,
      wrong.map((item) => item.label),
      'the service answered with success and did nothing',
    );
  }
  const applied: Record<FieldPath, AppliedValue> = {};
  for (const path of asked.paths) {
    const cargo = await carryValue(scene, { address: operation.address, path }, asked.side);
    if (cargo.kind === 'plain') applied[path] = cargo.applied;
  }
  await keepRecord(scene, { address: operation.address, kind: 'cycle', remoteId, applied });
  return done;
}

type Binding = { readonly label: string; readonly connector: string };

function wantedBindings(
  scene: Scene,
  operation: Operation,
  paths: readonly FieldPath[],
): Binding[] {
  const { slots, slotKeys } = cycleAt(scene.diff, operation.address).desired;
  return paths.flatMap((path) => {
    const name = splitPath(path)[1] ?? '';
    const key = slotKeys.get(name);
    const slot = slots.find((item) => item.name === name);
    if (key === undefined || slot === undefined) return [];
    const connector = idOf(scene, connectorAddress(scene.diff.desired.key, key));
    return slot.steps.map((label) => ({ label, connector }));
  });
}

function earlierBindings(scene: Scene, operation: Operation): Binding[] {
  const steps = cycleAt(scene.diff, operation.address).desired.shape?.steps ?? [];
  return steps.flatMap((step) =>
    step.connectorId === null ? [] : [{ label: step.label, connector: step.connectorId }],
  );
}

function findWrong(shape: CycleShape, wanted: readonly Binding[]): Binding[] {
  return wanted.filter(({ label, connector }) =>
    shape.steps.some((step) => step.label === label && step.connectorId !== connector),
  );
}

function toNotBound(operation: Operation, labels: readonly string[], says: string): Performed {
  return {
    kind: 'failed',
    diagnostics: [
      {
        code: 'step-not-bound',
        severity: 'error',
        summary: `${operation.address}: ${labels.map((label) => `"${label}"`).join(', ')} still use another connector`,
        detail: says,
        address: operation.address,
        remedy: 'Bind it in the console; the next apply goes on from there.',
      },
    ],
  };
}

function toUnknownName(operation: Operation, code: DiagnosticCode, thing: string): Performed {
  return {
    kind: 'failed',
    diagnostics: [
      {
        code,
        severity: 'error',
        summary: `${operation.address}: the cycle that was made has no ${thing}`,
        address: operation.address,
        remedy: 'Write a name that it has; cyclectl state show ADDRESS --live lists them.',
      },
    ],
  };
}

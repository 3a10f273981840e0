import type { FieldPath } from '../../model/address.ts';
import { connectorAddress, splitPath } from '../../model/address.ts';
import { writeFailure } from '../../model/api-failure.ts';
import type { CycleShape } from '../../model/cycle-shape.ts';
import type { AppliedValue } from '../../model/field-value.ts';
import type { Operation } from '../../model/operation.ts';
import { carryValue, cycleAt } from './carry-value.ts';
import { readInstance } from './read-instance.ts';
import type { Performed, Scene, Side } from './scene.ts';
import { accountId, done, idOf, keepRecord, toFailed } from './scene.ts';

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

import type { FieldPath } from '../../../model/address.ts';
import { parsePath, toConnectorAddress } from '../../../model/address.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AppliedValue } from '../../../model/fields/field-value.ts';
import type { CycleShape } from '../../../model/live/cycle-shape.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { ApplyState, OperationResult, Side } from '../apply-state.ts';
import { findAccountId, findRemoteId, saveRecord, toFailed } from '../apply-state.ts';
import { findCycleDiff, readPayload } from '../values/read-payload.ts';
import { readInstance } from './read-instance.ts';

/**
 * Binds the steps of each slot to its connector, and verifies the result. If it fails, the cycle is
 * not started, because it would run with the connectors of its install.
 */
export async function bindSlots(
  state: ApplyState,
  operation: Operation,
  asked: { readonly paths: readonly FieldPath[]; readonly side: Side },
): Promise<OperationResult> {
  const before = await readInstance(state, operation.address);
  if (!before.ok) return toFailed(operation, before.failure, formatFailure(before.failure));
  const wanted =
    asked.side === 'desired'
      ? wantedBindings(state, operation, { paths: asked.paths, instance: before.value })
      : earlierBindings(state, operation);
  const hidden = asked.side === 'desired' ? listHidden(state, operation, before.value) : [];
  if (hidden.length > 0) return toHidden(operation, hidden);
  const remoteId = findRemoteId(state, operation.address);
  const at = { account: findAccountId(state), cycle: remoteId };
  const toBind = findWrong(before.value, wanted);
  for (const { label, connector } of toBind) {
    const step = before.value.steps.find((item) => item.label === label);
    const answer = await state.ports.writer.bindStep(at, step?.id ?? '', connector);
    if (!answer.ok) return toNotBound(operation, [label], formatFailure(answer.failure));
  }
  const after = await readInstance(state, operation.address);
  if (!after.ok) return toFailed(operation, after.failure, formatFailure(after.failure));
  const wrong = findWrong(after.value, wanted);
  if (wrong.length > 0) {
    return toNotBound(
      operation,
      wrong.map((item) => item.label),
      'the service reported success and changed nothing',
    );
  }
  const applied: Record<FieldPath, AppliedValue> = {};
  for (const path of asked.paths) {
    const payload = await readPayload(state, { address: operation.address, path }, asked.side);
    if (payload.kind === 'plain') applied[path] = payload.applied;
  }
  await saveRecord(state, { address: operation.address, kind: 'cycle', remoteId, applied });
  return { kind: 'done', writes: toBind.length };
}

type Binding = { readonly label: string; readonly connector: string };

function wantedBindings(
  state: ApplyState,
  operation: Operation,
  { paths, instance }: { readonly paths: readonly FieldPath[]; readonly instance: CycleShape },
): Binding[] {
  const { slots, slotKeys, shape } = findCycleDiff(state.diff, operation.address).desired;
  return paths.flatMap((path) => {
    const name = parsePath(path)[1] ?? '';
    const key = slotKeys.get(name);
    const steps =
      shape === null ? findSteps(instance, name) : slots.find((item) => item.name === name)?.steps;
    if (key === undefined || steps === undefined) return [];
    const connector = findRemoteId(state, toConnectorAddress(state.diff.desired.key, key));
    return steps.map((label) => ({ label, connector }));
  });
}

// Without a readable template, the live cycle shows the steps with a connector of that name.
function findSteps({ steps }: CycleShape, connectorName: string): readonly string[] {
  return steps.filter((step) => step.connectorName === connectorName).map(({ label }) => label);
}

// In a new cycle, two slots of one connector look the same.
function listHidden(
  state: ApplyState,
  operation: Operation,
  instance: CycleShape,
): readonly string[] {
  const { shape, slotKeys } = findCycleDiff(state.diff, operation.address).desired;
  if (shape !== null) return [];
  return [...slotKeys.keys()].filter((name) => findSteps(instance, name).length === 0);
}

function toHidden(operation: Operation, names: readonly string[]): OperationResult {
  const diagnostic: Diagnostic = reportError('step-not-bound', {
    summary: `${operation.address}: the cycle does not report the steps of ${names.map((name) => `"${name}"`).join(', ')}`,
    address: operation.address,
    remedy:
      'Correct the name, or bind the steps in the console; the next apply continues from there.',
  });
  return { kind: 'failed', diagnostics: [diagnostic] };
}

function earlierBindings(state: ApplyState, operation: Operation): Binding[] {
  const steps = findCycleDiff(state.diff, operation.address).desired.shape?.steps ?? [];
  return steps.flatMap((step) =>
    step.connectorId === null ? [] : [{ label: step.label, connector: step.connectorId }],
  );
}

function findWrong(shape: CycleShape, wanted: readonly Binding[]): Binding[] {
  return wanted.filter(({ label, connector }) =>
    shape.steps.some((step) => step.label === label && step.connectorId !== connector),
  );
}

function toNotBound(
  operation: Operation,
  labels: readonly string[],
  text: string,
): OperationResult {
  return {
    kind: 'failed',
    diagnostics: [
      reportError('step-not-bound', {
        summary: `${operation.address}: ${labels.map((label) => `"${label}"`).join(', ')} still use another connector`,
        detail: text,
        address: operation.address,
        remedy: 'Bind the steps in the console; the next apply continues from there.',
      }),
    ],
  };
}

import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { type ApplyState, type OperationResult, toFailed } from '../apply-state.ts';
import { readInstance } from '../cycles/read-instance.ts';
import { findCycleDiff } from '../values/read-payload.ts';

/**
 * Refuses the first start of a cycle of an unreadable template if the account has two connectors
 * that fit and the manifest names none (law 10). Null if there is no such choice.
 */
export async function checkConnectorAmbiguity(
  state: ApplyState,
  operation: Operation,
): Promise<OperationResult | null> {
  const { capabilities, connectors } = state.diff;
  const isFirst = (state.records.get(operation.address)?.run ?? null) === null;
  if (capabilities.templates || !isFirst) return null;
  const shape = await readInstance(state, operation.address);
  if (!shape.ok) return toFailed(operation, shape.failure, formatFailure(shape.failure));
  const { desired } = findCycleDiff(state.diff, operation.address).desired.bound;
  const written = [...desired.slots.keys()].map((slot) => slot.replace(/#\d+$/, ''));
  const used = new Set(shape.value.steps.flatMap((step) => step.connectorName ?? []));
  const diagnostics = [...used].flatMap((name): Diagnostic[] => {
    const fitting = connectors.filter((item) => item.desired.desired.connector.name === name);
    if (fitting.length < 2 || written.includes(name)) return [];
    const keys = fitting.map((item) => item.desired.desired.key);
    return [
      reportError('slot-ambiguous', {
        summary: `The account has several "${name}" for this cycle, which is not started before one is chosen`,
        at: desired.at,
        address: operation.address,
        remedy: `Write connectors: {"${name}": ${keys[0]}} in the cycle; the account has ${keys.join(' and ')}.`,
      }),
    ];
  });
  return diagnostics.length === 0 ? null : { kind: 'failed', diagnostics };
}

import type { Capabilities } from '../../../model/live/capabilities.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { formatStateCommand } from '../../../model/report/advice/commands.ts';
import type { ApplyState, OperationResult } from '../apply-state.ts';

/**
 * Adds a remedy for an object that may already exist to a refused create, because the service does
 * not list its kind and only a person can find the id.
 */
export function withLookupHint(
  { diff }: ApplyState,
  { operation, part }: { readonly operation: Operation; readonly part: keyof Capabilities },
  performed: OperationResult,
): OperationResult {
  if (diff.capabilities[part] || performed.kind !== 'failed') return performed;
  const { environment } = diff.desired;
  const command = formatStateCommand('settle', { environment, address: operation.address });
  const remedy = `Fix the problem that the service names. If the object exists already, look up its id in the console and run ${command} exists ID.`;
  return { ...performed, diagnostics: performed.diagnostics.map((item) => ({ ...item, remedy })) };
}

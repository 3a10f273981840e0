import type { Capabilities } from '../../../model/live/capabilities.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { formatStateCommand } from '../../../model/report/advice/format-state-command.ts';
import type { ApplyState, OperationResult } from '../apply-state.ts';

/**
 * Says of a refused create, where the service does not show what there is of its kind, how to go on if the
 * object is there already: only a person can tell by which id.
 */
export function withLookupHint(
  { diff }: ApplyState,
  { operation, part }: { readonly operation: Operation; readonly part: keyof Capabilities },
  performed: OperationResult,
): OperationResult {
  if (diff.capabilities[part] || performed.kind !== 'failed') return performed;
  const { environment } = diff.desired;
  const command = formatStateCommand('settle', { environment, address: operation.address });
  const remedy = `Mend what the service names. Is it there already? Look up its id in the console, then: ${command} exists ID.`;
  return { ...performed, diagnostics: performed.diagnostics.map((item) => ({ ...item, remedy })) };
}

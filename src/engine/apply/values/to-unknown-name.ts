import type { DiagnosticCode } from '../../../model/diagnostic/codes.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { OperationResult } from '../apply-state.ts';

/** Reports a name that the new cycle lacks. */
export function toUnknownName(
  operation: Operation,
  code: DiagnosticCode,
  thing: string,
): OperationResult {
  return {
    kind: 'failed',
    diagnostics: [
      reportError(code, {
        summary: `${operation.address}: the new cycle has no ${thing}`,
        address: operation.address,
        remedy: 'Write one of its names; cyclectl state show ADDRESS --live lists them.',
      }),
    ],
  };
}

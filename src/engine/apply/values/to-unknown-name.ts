import type { DiagnosticCode } from '../../../model/diagnostic/codes.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { OperationResult } from '../apply-state.ts';

/** A name that the instance lacks although it was found, or could not be looked for, before. */
export function toUnknownName(
  operation: Operation,
  code: DiagnosticCode,
  thing: string,
): OperationResult {
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

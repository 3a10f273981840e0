import type { OperationResult } from '../../apply-state.ts';

/**
 * True if a start may still succeed: its answer was lost, or reported a success that does not show.
 */
export function isLost(performed: OperationResult): boolean {
  if (performed.kind === 'unknown') return true;
  return performed.kind === 'failed' && performed.diagnostics.some(({ code }) => lost.has(code));
}

const lost = new Set<string>(['outcome-unknown', 'kept-another-value']);

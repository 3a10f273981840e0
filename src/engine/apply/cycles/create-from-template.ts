import type { Operation } from '../../../model/plan/operation.ts';
import type { ApplyState, OperationResult } from '../apply-state.ts';
import { findCycleDiff } from '../values/read-payload.ts';
import { createCycle } from './create-cycle.ts';

/** Creates a cycle from its template, once: a lost answer is never followed by a second request. */
export function createFromTemplate(
  state: ApplyState,
  operation: Operation,
): Promise<OperationResult> {
  const { source } = findCycleDiff(state.diff, operation.address).desired.bound;
  if (source.kind !== 'template')
    throw new Error(`${operation.address} is not made from a template`);
  return createCycle(state, operation, (account) =>
    state.ports.writer.installTemplate(account, source.id),
  );
}

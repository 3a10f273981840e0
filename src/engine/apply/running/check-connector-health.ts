import type { Address } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { listUsedConnectors } from '../../../model/diff/used-connectors.ts';
import { hasFailedCheck } from '../../../model/manifest/check.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { ApplyState, OperationResult } from '../apply-state.ts';
import { checkOnce } from '../connectors/check-once.ts';
import { findCycleDiff } from '../values/read-payload.ts';

/**
 * Checks the connectors of a cycle before its start, because it would fail with an invalid
 * credential. A cycle that we paused is not held back, because it ran before.
 */
export async function checkConnectorHealth(
  state: ApplyState,
  operation: Operation,
): Promise<OperationResult | null> {
  const { address, window } = operation;
  if (window !== null || state.diff.state.pauses.has(address)) return null;
  const failed: Address[] = [];
  for (const connector of listUsedConnectors(
    findCycleDiff(state.diff, address),
    state.diff.connectors,
  )) {
    if (state.isStopping()) return stop(address);
    const checked = await checkOnce(state, connector);
    if (checked !== null && hasFailedCheck(checked)) failed.push(connector.address);
  }
  return failed.length === 0 ? null : toBlocked(address, failed);
}

// A check may take long, and a stopping run does not wait for it.
function stop(address: Address): OperationResult {
  const summary = `${address} was not started: cyclectl was stopped before its checks`;
  const diagnostic: Diagnostic = reportError('interrupted', { summary, address });
  return { kind: 'failed', diagnostics: [diagnostic] };
}

function toBlocked(address: Address, failed: readonly Address[]): OperationResult {
  const diagnostic: Diagnostic = reportError('held-by-check', {
    summary: `${address} was not started: a check of ${failed.join(' and ')} failed`,
    address,
    remedy: 'Fix the connector and apply again: apply then starts the cycle.',
  });
  return { kind: 'failed', diagnostics: [diagnostic] };
}

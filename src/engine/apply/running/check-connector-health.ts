import type { Address } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { listUsedConnectors } from '../../../model/diff/list-used-connectors.ts';
import { hasFailedCheck } from '../../../model/manifest/check.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import type { ApplyState, OperationResult } from '../apply-state.ts';
import { checkOnce } from '../connectors/check-once.ts';
import { findCycleDiff } from '../values/read-payload.ts';

/**
 * Checks the connectors that a cycle will use before it is started: on a dead credential it would fail for
 * the customer. One that we paused is not held back: it ran, and nobody left it paused on purpose.
 */
export async function checkConnectorHealth(
  state: ApplyState,
  operation: Operation,
): Promise<OperationResult | null> {
  const { address, window } = operation;
  if (window !== null || state.diff.memory.pauses.has(address)) return null;
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

// A third party may take its time, and who asks for an end has not asked for its answer.
function stop(address: Address): OperationResult {
  const summary = `${address} was not started: cyclectl was told to stop before its checks`;
  const diagnostic: Diagnostic = { code: 'interrupted', severity: 'error', summary, address };
  return { kind: 'failed', diagnostics: [diagnostic] };
}

function toBlocked(address: Address, failed: readonly Address[]): OperationResult {
  const diagnostic: Diagnostic = {
    code: 'held-by-check',
    severity: 'error',
    summary: `${address} was not started: a check of ${failed.join(' and ')} failed`,
    address,
    remedy: 'Mend the connector and apply again: the cycle is started then.',
  };
  return { kind: 'failed', diagnostics: [diagnostic] };
}

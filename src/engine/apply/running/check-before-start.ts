import type { Address } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { listUsed } from '../../../model/diff/used-connectors.ts';
import { hasFailedCheck } from '../../../model/manifest/check.ts';
import type { Operation } from '../../../model/plan/operation.ts';
import { checkOnce } from '../connectors/check-once.ts';
import type { Performed, Scene } from '../scene.ts';
import { cycleAt } from '../values/carry-value.ts';

/**
 * Checks the connectors that a cycle will use before it is started: on a dead credential it would fail for
 * the customer. One that we paused is not held back: it ran, and nobody left it paused on purpose.
 */
export async function checkBeforeStart(
  scene: Scene,
  operation: Operation,
): Promise<Performed | null> {
  const { address, window } = operation;
  if (window !== null || scene.diff.memory.pauses.has(address)) return null;
  const failed: Address[] = [];
  for (const connector of listUsed(cycleAt(scene.diff, address), scene.diff.connectors)) {
    if (scene.isStopping()) return stop(address);
    const checked = await checkOnce(scene, connector);
    if (checked !== null && hasFailedCheck(checked)) failed.push(connector.address);
  }
  return failed.length === 0 ? null : holdBack(address, failed);
}

// A third party may take its time, and who asks for an end has not asked for its answer.
function stop(address: Address): Performed {
  const summary = `${address} was not started: cyclectl was told to stop before its checks`;
  const diagnostic: Diagnostic = { code: 'interrupted', severity: 'error', summary, address };
  return { kind: 'failed', diagnostics: [diagnostic] };
}

function holdBack(address: Address, failed: readonly Address[]): Performed {
  const diagnostic: Diagnostic = {
    code: 'held-by-check',
    severity: 'error',
    summary: `${address} was not started: a check of ${failed.join(' and ')} failed`,
    address,
    remedy: 'Mend the connector and apply again: the cycle is started then.',
  };
  return { kind: 'failed', diagnostics: [diagnostic] };
}

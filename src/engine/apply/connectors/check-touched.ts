import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { listCheckDiagnostics } from '../../../model/manifest/check.ts';
import type { OperationOutcome } from '../../../model/plan/outcome.ts';
import type { ApplyState } from '../apply-state.ts';
import { describeThrown } from '../journal/run-safely.ts';
import { checkOnce } from './check-once.ts';

/**
 * Checks the written connectors that were not checked yet, and reports failures with the account.
 */
export async function checkTouched(
  state: ApplyState,
  outcomes: Iterable<OperationOutcome>,
): Promise<Diagnostic[]> {
  const touched = new Set(
    [...outcomes]
      .filter(({ result }) => result === 'done')
      .map(({ operation }) => operation.address),
  );
  const thrown: Diagnostic[] = [];
  for (const connector of state.diff.connectors) {
    if (!touched.has(connector.address) || state.isStopping()) continue;
    try {
      await checkOnce(state, connector);
    } catch (error) {
      thrown.push(describeThrown(error, connector.address));
    }
  }
  return [...[...state.checks.values()].flatMap(listCheckDiagnostics), ...thrown];
}

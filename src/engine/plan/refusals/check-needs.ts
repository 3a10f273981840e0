import { type Refusal, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { AccountDiff, ConnectorDiff, CycleDiff } from '../../../model/diff/field-diff.ts';
import { listUsedConnectors } from '../../../model/diff/used-connectors.ts';
import { listUnfilledSlots } from '../../../model/live/steps/list-slots.ts';
import { isRefused, type RefusedObject } from '../../../model/plan/refused.ts';
import { isPossiblyUsing } from '../operations/is-possibly-using.ts';
import { makeCycleOperations } from '../operations/make-cycle-operations.ts';

/**
 * Refuses cycles with changes that use a refused connector, as apply skips them after a failed one.
 * A cycle without changes is left in peace.
 */
export function checkNeeds(diff: AccountDiff, refused: readonly RefusedObject[]): Refusal[] {
  const missing = diff.connectors.filter(({ address }) => isRefused(refused, address));
  if (missing.length === 0) return [];
  return diff.cycles.flatMap((cycle) => {
    const [needed] = listNeeds(cycle, missing);
    if (needed === undefined || isRefused(refused, cycle.address)) return [];
    if (makeCycleOperations(cycle, diff, []).length === 0) return [];
    return [reportNeed(cycle, needed)];
  });
}

type Need = { readonly connector: ConnectorDiff; readonly isCertain: boolean };

function listNeeds(cycle: CycleDiff, connectors: readonly ConnectorDiff[]): readonly Need[] {
  const used = listUsedConnectors(cycle, connectors);
  const isUnfilled = cycle.live === null && listUnfilledSlots(cycle.desired).length > 0;
  const others = connectors.filter(
    ({ desired }) =>
      isPossiblyUsing(cycle, desired.desired.key) ||
      // A slot that nothing fills may be meant for the connector of an unknown name.
      (isUnfilled && desired.release === null),
  );
  return [
    ...used.map((connector) => ({ connector, isCertain: true })),
    ...others.map((connector) => ({ connector, isCertain: false })),
  ];
}

function reportNeed({ address, at }: CycleDiff, { connector, isCertain }: Need): Refusal {
  return reportError('connector-refused', {
    summary: `${address} ${isCertain ? 'uses' : 'may use'} ${connector.address}, which is refused`,
    at,
    address,
    related: [{ at: connector.at, says: 'the connector is here' }],
    remedy: `Fix ${connector.address}: its own message says how.`,
  });
}

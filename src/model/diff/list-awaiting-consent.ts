import type { Address } from '../address.ts';
import type { ConnectorDiff, CycleDiff } from './field-diff.ts';
import { listUsedConnectors } from './list-used-connectors.ts';

/**
 * Connectors that a person must sign in before a cycle can run. A connector that its steps stop
 * using does not count.
 */
export function listAwaitingConsent(
  cycle: CycleDiff,
  connectors: readonly ConnectorDiff[],
): Address[] {
  return listUsedConnectors(cycle, connectors)
    .filter((connector) => connector.desired.desired.auth.kind === 'oauth')
    .filter((connector) => connector.live?.authenticated !== true)
    .map((connector) => connector.address);
}

import type { Address } from '../address.ts';
import type { ConnectorDiff, CycleDiff } from './field-diff.ts';
import { listUsedConnectors } from './list-used-connectors.ts';

/**
 * The connectors that a person must sign in before a cycle can run. Any other that is not signed in is an
 * error when the service is asked for the prerequisites; one that its steps are bound away from is not
 * waited for.
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

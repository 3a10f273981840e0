import type { Address } from '../address.ts';
import { listUsed } from './used-connectors.ts';
import type { ConnectorDiff, CycleDiff } from './verdict.ts';

/**
 * The connectors that a person must sign in before a cycle can run. Any other that is not signed in is an
 * error when the service is asked for the prerequisites; one that its steps are bound away from is not
 * waited for.
 */
export function findWaiting(cycle: CycleDiff, connectors: readonly ConnectorDiff[]): Address[] {
  return listUsed(cycle, connectors)
    .filter((connector) => connector.desired.desired.auth.kind === 'oauth')
    .filter((connector) => connector.live?.authenticated !== true)
    .map((connector) => connector.address);
}

import type { Address } from './address.ts';
import type { ConnectorDiff, CycleDiff } from './verdict.ts';

/**
 * The connectors that a person must sign in before a cycle can run. Any other that is not signed in is an
 * error when the service is asked for the prerequisites; one that its steps are bound away from is not
 * waited for.
 */
export function findWaiting(cycle: CycleDiff, connectors: readonly ConnectorDiff[]): Address[] {
  const keys = new Set(cycle.desired.slotKeys.values());
  const isRebound = cycle.verdicts.some(
    (verdict) => verdict.isChange && verdict.path.startsWith('connectors/'),
  );
  const bound = isRebound ? [] : (cycle.live?.connectors ?? []);
  const used = new Set(bound.map((connector) => connector.id));
  return connectors
    .filter((connector) => connector.desired.desired.auth.kind === 'oauth')
    .filter((connector) => connector.live?.authenticated !== true)
    .filter(
      (connector) =>
        keys.has(connector.desired.desired.key) ||
        (connector.live !== null && used.has(connector.live.id)),
    )
    .map((connector) => connector.address);
}

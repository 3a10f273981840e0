import type { ConnectorDiff, CycleDiff } from './verdict.ts';

/**
 * The connectors that a cycle uses once it is as the manifest wants it: those of its slots, and those that
 * its steps have now, unless they are bound anew.
 */
export function listUsed(
  cycle: CycleDiff,
  connectors: readonly ConnectorDiff[],
): readonly ConnectorDiff[] {
  const keys = new Set(cycle.desired.slotKeys.values());
  const isRebound = cycle.verdicts.some(
    (verdict) => verdict.isChange && verdict.path.startsWith('connectors/'),
  );
  const bound = isRebound ? [] : (cycle.live?.connectors ?? []);
  const used = new Set(bound.map((connector) => connector.id));
  return connectors.filter(
    ({ desired, live }) => keys.has(desired.desired.key) || (live !== null && used.has(live.id)),
  );
}

import type { ApplyState } from '../apply-state.ts';

/** Lists the ids of the installed connectors. */
export function listConnectorIds(state: ApplyState): string[] {
  const { connectors, liveOnlyConnectors } = state.diff;
  const listed = [...connectors, ...liveOnlyConnectors].flatMap((item) =>
    item.live === null ? [] : [item.live.id],
  );
  const made = connectors.flatMap((item) => state.ids.get(item.address) ?? []);
  return [...new Set([...listed, ...made])];
}

import type { ConnectorPair, CyclePair } from '../../model/desired/bound.ts';
import type { LiveConnector } from '../../model/live/live.ts';
import { hasContents } from '../../model/observed/contents.ts';
import { type AccountState, toEffectiveRun } from '../../model/state/account-state.ts';

/** Connectors and state of an account. */
export type BindingContext = {
  readonly state: AccountState;
  readonly connectors: readonly ConnectorPair[];
  readonly liveConnectors: readonly LiveConnector[];
};

/**
 * True for an unstarted cycle of ours whose steps an interrupted run left unbound. It uses a
 * connector of a kind with several candidates, so its slots are compared like those of a new cycle.
 */
export function isLeftUnbound(pair: CyclePair, observation: BindingContext): boolean {
  if (pair.kind !== 'both') return false;
  const { live, record } = pair;
  const isUnfinished = observation.state.creates.has(pair.desired.desired.address);
  const isMade = record !== null && record.isFound !== true;
  const isStarted = toEffectiveRun(record?.run ?? null) !== null;
  if (!(isMade || isUnfinished) || isStarted) return false;
  if (live.status !== 'Paused' || live.hasRun) return false;
  // A cycle that was read whole was bound then: only a person binds it to a connector that is not ours.
  return live.connectors.some(
    ({ id }) =>
      isUnmanagedConnector(id, observation) && (!hasContents(record) || isOurs(id, observation)),
  );
}

function isOurs(id: string, { state }: BindingContext): boolean {
  return [...state.objects.values()].some(
    ({ kind, remoteId }) => kind === 'connector' && remoteId === id,
  );
}

function isUnmanagedConnector(id: string, { connectors, liveConnectors }: BindingContext): boolean {
  if (connectors.some((pair) => pair.kind === 'both' && pair.live.id === id)) return false;
  const kind = liveConnectors.find((connector) => connector.id === id)?.release.name;
  const fitting = connectors.filter(
    (pair) => pair.kind !== 'live-only' && pair.desired.desired.connector.name === kind,
  );
  return fitting.length === 1;
}

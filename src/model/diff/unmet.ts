import type { Address } from '../address.ts';
import type { RemoteId } from '../live/live.ts';
import type { AccountDiff } from './field-diff.ts';
import { listKeptRuns } from './kept-runs.ts';

type UnmetCycle = {
  readonly address: Address;
  readonly live: AccountDiff['liveOnlyCycles'][number]['live'];
};

/**
 * Lists the cycles of ours that a condition of their blueprint leaves out now and that a later plan
 * deletes: the running ones, which this plan stops, and those that its run leaves.
 */
export function listUnmetStaying(diff: AccountDiff): readonly UnmetCycle[] {
  const { unmet, staying } = diff.desired;
  if (unmet === undefined || diff.desired.cycles.kind !== 'set') return [];
  const kept = new Set(listKeptRuns(diff).map(({ address }) => address));
  return diff.liveOnlyCycles.flatMap(({ live, record }) => {
    if (record === null || !unmet.has(record.address) || kept.has(record.address)) return [];
    const { address } = record;
    return live.status === 'Active' || staying?.has(address) ? [{ address, live }] : [];
  });
}

/** Lists those of them that run, and that this plan stops. */
export function listUnmetRunning(diff: AccountDiff): readonly UnmetCycle[] {
  return listUnmetStaying(diff).filter(({ live }) => live.status === 'Active');
}

/** Lists the connectors that Git lacks, without those of cycles that a later plan deletes. */
export function listFreedConnectors(diff: AccountDiff): AccountDiff['liveOnlyConnectors'] {
  const used = new Set<RemoteId>(
    listUnmetStaying(diff).flatMap(({ live }) => live.connectors.map(({ id }) => id)),
  );
  return diff.liveOnlyConnectors.filter(({ live }) => !used.has(live.id));
}

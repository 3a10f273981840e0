import type { Address } from '../address.ts';
import type { RemoteId } from '../live/live.ts';
import type { AccountDiff } from './field-diff.ts';
import { listKeptRuns } from './kept-runs.ts';

type UnmetCycle = {
  readonly address: Address;
  readonly live: AccountDiff['liveOnlyCycles'][number]['live'];
};

/**
 * Lists the running cycles of ours that a condition of their blueprint leaves out now: this plan
 * stops them, and a later one deletes them.
 */
export function listUnmetRunning(diff: AccountDiff): readonly UnmetCycle[] {
  const { unmet } = diff.desired;
  if (unmet === undefined || diff.desired.cycles.kind !== 'set') return [];
  const kept = new Set(listKeptRuns(diff).map(({ address }) => address));
  return diff.liveOnlyCycles.flatMap(({ live, record }) => {
    const isToStop = record !== null && unmet.has(record.address) && !kept.has(record.address);
    return isToStop && live.status === 'Active' ? [{ address: record.address, live }] : [];
  });
}

/** Lists the connectors that Git lacks, without those of cycles that this plan stops only. */
export function listFreedConnectors(diff: AccountDiff): AccountDiff['liveOnlyConnectors'] {
  const used = new Set<RemoteId>(
    listUnmetRunning(diff).flatMap(({ live }) => live.connectors.map(({ id }) => id)),
  );
  return diff.liveOnlyConnectors.filter(({ live }) => !used.has(live.id));
}

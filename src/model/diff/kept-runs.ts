import type { Address } from '../address.ts';
import type { SingleRun } from '../desired/schedule.ts';
import type { LiveCycle } from '../live/live.ts';
import { findOwnRun } from '../state/own-run.ts';
import { type AccountDiff, listDeposed } from './field-diff.ts';

/** A cycle that Git no longer names, and that stays until a single run of ours is over. */
export type KeptRun = {
  readonly address: Address;
  readonly live: LiveCycle;
  readonly run: SingleRun;
};

/** Lists the cycles that stay for their single run; a deposed one stays with its replacement. */
export function listKeptRuns(diff: AccountDiff): readonly KeptRun[] {
  const deposed = new Set(listDeposed(diff).map(({ address }) => address));
  return diff.liveOnlyCycles.flatMap((pair): KeptRun[] => {
    const { live, record } = pair;
    const run = findOwnRun(pair);
    if (record === null || run === null || deposed.has(record.address)) return [];
    return [{ address: record.address, live, run }];
  });
}

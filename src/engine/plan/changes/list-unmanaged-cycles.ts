import { type AccountDiff, listDeposed } from '../../../model/diff/field-diff.ts';
import { findOwnRun } from '../../../model/state/own-run.ts';

/** Lists the cycles that no manifest names, without deposed ones and those that wait for a run of ours. */
export function listUnmanagedCycles(diff: AccountDiff): AccountDiff['liveOnlyCycles'] {
  const making = new Set(listDeposed(diff).map(({ address }) => address));
  return diff.liveOnlyCycles.filter(
    (pair) =>
      pair.record === null || !(making.has(pair.record.address) || findOwnRun(pair) !== null),
  );
}

import { type AccountDiff, listDeposed } from '../../../model/diff/field-diff.ts';

/** Lists the cycles that no manifest names, without deposed ones. */
export function listUnmanagedCycles(diff: AccountDiff): AccountDiff['liveOnlyCycles'] {
  const making = new Set(listDeposed(diff).map(({ address }) => address));
  return diff.liveOnlyCycles.filter(({ record }) => record === null || !making.has(record.address));
}

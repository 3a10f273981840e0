import type { AccountDiff } from '../../../model/diff/field-diff.ts';

/** Lists the cycles that no manifest names, without deposed ones. */
export function listUnmanagedCycles({
  liveOnlyCycles,
  deposed,
}: AccountDiff): AccountDiff['liveOnlyCycles'] {
  const making = new Set([...deposed.values()].flat().map(({ address }) => address));
  return liveOnlyCycles.filter(({ record }) => record === null || !making.has(record.address));
}

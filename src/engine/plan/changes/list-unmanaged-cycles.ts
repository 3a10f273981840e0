import type { AccountDiff } from '../../../model/diff/field-diff.ts';

/** The cycles that nothing in Git names, those aside that make way for one that is named. */
export function listUnmanagedCycles({
  liveOnlyCycles,
  deposed,
}: AccountDiff): AccountDiff['liveOnlyCycles'] {
  const making = new Set([...deposed.values()].flat().map(({ address }) => address));
  return liveOnlyCycles.filter(({ record }) => record === null || !making.has(record.address));
}

import type { AccountDiff } from '../../../model/diff/verdict.ts';

/** The cycles that nothing in Git names, those aside that make way for one that is named. */
export function listUnnamed({ leftCycles, predecessors }: AccountDiff): AccountDiff['leftCycles'] {
  const making = new Set([...predecessors.values()].flat().map(({ address }) => address));
  return leftCycles.filter(({ record }) => record === null || !making.has(record.address));
}

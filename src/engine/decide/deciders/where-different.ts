import { isDifferent } from '../../../model/diff/disposition.ts';
import type { Decider } from '../decider.ts';

/** Writes a field where its sides differ. */
export const whereDifferent: Decider = (field, { part, ownership }) => {
  if (!isDifferent(field)) return null;
  if (part?.values === 'earlier') return { kind: 'write', because: 'restored' };
  if (ownership.pendingSeed) return { kind: 'write', because: 'pending-seed' };
  const { comparison } = field;
  const because = comparison === 'new' || comparison === 'unfinished' ? comparison : 'differs';
  return { kind: 'write', because };
};

import { isDifferent } from '../../../model/diff/disposition.ts';
import type { Decider } from '../decider.ts';

/** Writes a field where its sides differ. */
export const whereDifferent: Decider = (field, { scope, ownership }) => {
  if (!isDifferent(field)) return null;
  if (scope.kind === 'part' && scope.isRestore) return { kind: 'write', because: 'restored' };
  if (ownership.pendingSeed) return { kind: 'write', because: 'pending-seed' };
  const { comparison } = field;
  const because = comparison === 'new' || comparison === 'unfinished' ? comparison : 'differs';
  return { kind: 'write', because };
};

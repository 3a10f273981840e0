import type { Decider } from '../decider.ts';
import { isInScope } from '../scope.ts';

/** Keeps a field that an undo or a revert does not restore. */
export const outOfScope: Decider = ({ path }, { object, scope }) =>
  isInScope(scope, object.address, path)
    ? null
    : { kind: 'keep', because: { kind: 'out-of-scope' } };

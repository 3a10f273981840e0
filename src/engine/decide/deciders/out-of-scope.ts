import { isInPart } from '../../../model/diff/part.ts';
import type { Decider } from '../decider.ts';

/** Keeps a field outside the part of the account that the run restores. */
export const outOfScope: Decider = ({ path }, { object, part }) =>
  isInPart(part, object.address, path) ? null : { kind: 'keep', because: { kind: 'out-of-scope' } };

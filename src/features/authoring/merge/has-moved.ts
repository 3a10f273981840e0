import type { FieldVerdict } from '../../../model/diff/verdict.ts';

/** Whether the service has another value than Git by somebody else's doing, where Git has the say. */
export function hasMoved({ state, live, owner }: FieldVerdict): boolean {
  if (owner !== undefined) return false;
  const isOfOthers = state === 'live' || state === 'both' || state === 'unknown';
  return isOfOthers && live !== null && live.kind !== 'not-readable';
}

import type { FieldDiff } from '../../../model/diff/field-diff.ts';

/** Whether the service has another value than Git by somebody else's doing, where Git has the say. */
export function hasDrifted({ state, live, owner }: FieldDiff): boolean {
  if (owner !== undefined) return false;
  const isOfOthers = state === 'live' || state === 'both' || state === 'unknown';
  return isOfOthers && live !== null && live.kind !== 'not-readable';
}

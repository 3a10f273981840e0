import type { FieldDiff } from '../../../model/diff/field-diff.ts';

/** Detects a managed field that others changed in the service. */
export function hasDrifted({ state, live, owner }: FieldDiff): boolean {
  if (owner !== undefined) return false;
  const isOfOthers = state === 'live' || state === 'both' || state === 'unknown';
  return isOfOthers && live !== null && live.kind !== 'not-readable';
}

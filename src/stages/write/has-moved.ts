import type { FieldVerdict } from '../../model/verdict.ts';

/** Whether the service has another value than Git by somebody else's doing. */
export function hasMoved({ state, live }: FieldVerdict): boolean {
  const isOfOthers = state === 'live' || state === 'both' || state === 'unknown';
  return isOfOthers && live !== null && live.kind !== 'not-readable';
}

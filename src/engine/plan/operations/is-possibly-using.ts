import type { CycleDiff } from '../../../model/diff/field-diff.ts';

/**
 * Returns whether a cycle may use the connector of a key. An unreadable template may use any, and
 * the service would install another one if it is missing.
 */
export function isPossiblyUsing({ desired, live }: CycleDiff, key: string): boolean {
  if (live === null && desired.shape === null) return true;
  return [...desired.slotKeys.values()].includes(key);
}

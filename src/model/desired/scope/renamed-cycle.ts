import type { CycleDiff } from '../../diff/field-diff.ts';
import { toIdentityTag } from '../../diff/identity.ts';

/**
 * Whether a cycle that was renamed still has the tag of its earlier key. Without the store it would be known by
 * that tag, and not found by who no longer writes `renamedFrom`.
 */
export function hasEarlierTag({ live, desired }: Pick<CycleDiff, 'live' | 'desired'>): boolean {
  const { key, renamedFrom } = desired.bound.desired;
  if (live === null || renamedFrom === undefined) return false;
  return (
    live.tags.includes(toIdentityTag(renamedFrom.key)) && !live.tags.includes(toIdentityTag(key))
  );
}

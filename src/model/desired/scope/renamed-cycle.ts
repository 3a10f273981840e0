import type { CycleDiff } from '../../diff/field-diff.ts';
import { toIdentityTag } from '../../diff/identity.ts';

/**
 * Returns whether a renamed cycle still has the tag of its earlier key. Without the store only that
 * tag identifies it, and a manifest without `renamedFrom` would not find it.
 */
export function hasEarlierTag({ live, desired }: Pick<CycleDiff, 'live' | 'desired'>): boolean {
  const { key, renamedFrom } = desired.bound.desired;
  if (live === null || renamedFrom === undefined) return false;
  return (
    live.tags.includes(toIdentityTag(renamedFrom.key)) && !live.tags.includes(toIdentityTag(key))
  );
}

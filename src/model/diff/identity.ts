import type { CycleDiff } from './field-diff.ts';

const prefix = 'cyclectl:';

/**
 * The tag that identifies a cycle of ours without the store. It is hidden in diffs, and preserved
 * when tags are written.
 */
export function toIdentityTag(key: string): string {
  return `${prefix}${key}`;
}

/** Tags of a cycle without our identity tag. */
export function listUserTags(tags: readonly string[]): string[] {
  return tags.filter((tag) => !tag.startsWith(prefix));
}

/** The keys that a cycle carries the tags of. */
export function listIdentityKeys(tags: readonly string[]): string[] {
  return tags.filter((tag) => tag.startsWith(prefix)).map((tag) => tag.slice(prefix.length));
}

/** Keys whose tags a cycle of an entry may have: its own and the earlier one. */
export function listOwnKeys({ key, renamedFrom }: Named): string[] {
  return [key, ...(renamedFrom === undefined ? [] : [renamedFrom.key])];
}

type Named = { readonly key: string; readonly renamedFrom?: { readonly key: string } };

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

const prefix = 'cyclectl:';

/**
 * The tag by which a cycle of ours is known again when the store is lost. It is ours to manage: hidden
 * in diffs and kept when tags are written.
 */
export function toIdentityTag(key: string): string {
  return `${prefix}${key}`;
}

/** A cycle's tags without those of ours. */
export function listUserTags(tags: readonly string[]): string[] {
  return tags.filter((tag) => !tag.startsWith(prefix));
}

/** The keys that a cycle carries the tags of. */
export function listIdentityKeys(tags: readonly string[]): string[] {
  return tags.filter((tag) => tag.startsWith(prefix)).map((tag) => tag.slice(prefix.length));
}

/** The keys whose tags a cycle of an entry may have: its own, and the one that it had before. */
export function listOwnKeys({ key, renamedFrom }: Named): string[] {
  return [key, ...(renamedFrom === undefined ? [] : [renamedFrom.key])];
}

type Named = { readonly key: string; readonly renamedFrom?: { readonly key: string } };

/** Most characters of a slug. */
const longest = 63;

/**
 * A text as lower-case letters, digits and single hyphens between them, at most 63; accents are dropped. Empty where
 * nothing of it is left.
 */
export function toSlug(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, longest)
    .replace(/-$/, '');
}

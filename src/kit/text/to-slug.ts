/** Letters that no decomposition takes apart. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

/** Characters of a text that are read; later ones cannot be in the slug. */
const maxRead = 1000;

/**
 * A text as lower-case letters, digits and single hyphens, at most `most`; empty without ASCII
 * letters or digits.
 */
export function toSlug(text: string, most: number): string {
  return text
    .slice(0, maxRead)
    .toLowerCase()
    .replaceAll(/[ßæœøđðþłı]/g, (letter) => letters[letter] ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, most)
    .replace(/-$/, '');
}

/** The same with a number for duplicates; at most `most` characters. */
export function toUniqueSlug(
  slug: string,
  isTaken: (slug: string) => boolean,
  most = Number.POSITIVE_INFINITY,
): string {
  for (let number = 1; ; number += 1) {
    const end = number === 1 ? '' : `-${number}`;
    const numbered = `${slug.slice(0, most - end.length).replace(/-$/, '')}${end}`;
    if (!isTaken(numbered)) return numbered;
  }
}

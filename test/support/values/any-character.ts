import fc from 'fast-check';

// Surrogates stand only in pairs.
const firstSurrogate = 0xd800;
const surrogates = 0x800;

/**
 * Any character, as `unit: 'binary'` draws it. That keeps a table of all of them, which costs each
 * worker a second and 85 MB; this computes them.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - surrogates })
  .map(
    (index) => String.fromCodePoint(index < firstSurrogate ? index : index + surrogates),
    toIndex,
  );

/** Throws for what is no single character, as fast-check asks. */
function toIndex(text: unknown): number {
  const [character = '', ...others] = typeof text === 'string' ? text : '';
  const code = character.codePointAt(0);
  if (code === undefined || others.length > 0 || !character.isWellFormed()) {
    throw new TypeError('not a character');
  }
  return code < firstSurrogate ? code : code - surrogates;
}

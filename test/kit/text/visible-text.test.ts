import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toShortText, toVisible } from '../../../src/kit/text/visible-text.ts';
import { anyCharacter } from '../../support/values/any-character.ts';

it.each([
  ['\u001b[31mred', '\\u{1b}[31mred'],
  ['a\nb\tc\r', 'a\\u{a}b\\u{9}c\\u{d}'],
  ['left\u202eright\u2066', 'left\\u{202e}right\\u{2066}'],
  ['zero\u200bwidth\ufeff', 'zero\\u{200b}width\\u{feff}'],
  ['\u0085\u2028', '\\u{85}\\u{2028}'],
  ['\u{e0041}', '\\u{e0041}'],
  ['none \ufffe\uffff\ufdd0\u{1fffe}', 'none \\u{fffe}\\u{ffff}\\u{fdd0}\\u{1fffe}'],
  ['half \ud83d', 'half \\u{d83d}'],
])('shows %j as %s', (text, shown) => {
  expect(toVisible(text)).toBe(shown);
});

it('leaves letters, signs and pictures of any language as they are', () => {
  const text = 'Müller → 日本 🙂 👩‍🔧 नमस्ते é';
  expect(toVisible(text)).toBe(text);
});

it('never leaves a control character, and does nothing twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const shown = toVisible(text);
      expect(shown).not.toMatch(/\p{Cc}/u);
      expect(toVisible(shown)).toBe(shown);
    }),
  );
});

it('keeps short text and cuts long text with a sign that it did', () => {
  expect(toShortText('abc', 3)).toBe('abc');
  expect(toShortText('abcd', 3)).toBe('ab…');
});

it('cuts no pair of surrogates in two', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat({ max: 20 }), (text, most) => {
      const cut = toShortText(text, most + 2);
      expect(cut.length).toBeLessThanOrEqual(most + 2);
      expect(cut.isWellFormed()).toBe(true);
    }),
  );
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toShortText } from '../../../src/kit/text/to-short-text.ts';

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

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shortenText } from '../../../src/kit/text/shorten-text.ts';

it('keeps short text and cuts long text with a sign that it did', () => {
  expect(shortenText('abc', 3)).toBe('abc');
  expect(shortenText('abcd', 3)).toBe('ab…');
});

it('cuts no pair of surrogates in two', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat({ max: 20 }), (text, most) => {
      const cut = shortenText(text, most + 2);
      expect(cut.length).toBeLessThanOrEqual(most + 2);
      expect(cut.isWellFormed()).toBe(true);
    }),
  );
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { truncateText } from '../../../src/kit/text/truncate-text.ts';

it('keeps short text and cuts long text with a sign that it did', () => {
  expect(truncateText('abc', 3)).toBe('abc');
  expect(truncateText('abcd', 3)).toBe('ab…');
});

it('cuts no pair of surrogates in two', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat({ max: 20 }), (text, most) => {
      const cut = truncateText(text, most + 2);
      expect(cut.length).toBeLessThanOrEqual(most + 2);
      expect(cut.isWellFormed()).toBe(true);
    }),
  );
});

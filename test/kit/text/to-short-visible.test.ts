import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { toShortEnd, toShortMiddle } from '../../../src/kit/text/to-short-visible.ts';
import { anyCharacter } from '../../support/values/any-character.ts';

describe('text that is cut to a width', () => {
  it.each([
    ['abcdefghij', 10, 'abcdefghij'],
    ['abcdefghijk', 10, 'abcd…hijk'],
    ['日本語日本語', 10, '日本…本語'],
    ['\u001b[31mred', 20, '\\u{1b}[31mred'],
    ['a\u001bb', 5, 'a…b'],
  ])('keeps the two ends of %j in %i columns', (text, most, shown) => {
    expect(toShortMiddle(text, most)).toBe(shown);
  });

  it.each([
    ['abcdefghij', 10, 'abcdefghij'],
    ['abcdefghijk', 10, 'abcdefghi…'],
    ['日本語日本語', 10, '日本語日…'],
  ])('keeps the beginning of %j in %i columns', (text, most, shown) => {
    expect(toShortEnd(text, most)).toBe(shown);
  });

  it('shows a half of a pair that the text itself has, and none that the cut would make', () => {
    expect(toShortMiddle('a\ud83d', 20)).toBe('a\\u{d83d}');
    expect(toShortMiddle('🙂'.repeat(100), 9)).toBe('🙂🙂…🙂🙂');
    expect(toShortEnd('🙂'.repeat(100), 8)).toBe('🙂🙂🙂…');
  });

  it('is never wider, whatever its characters, even those of no width', () => {
    const anyText = fc.oneof(
      fc.string({ unit: anyCharacter, maxLength: 300 }),
      fc.constantFrom('e\u0301'.repeat(200), '👩‍🔧'.repeat(80), 'x'.repeat(1_000_000)),
    );
    fc.assert(
      fc.property(anyText, fc.integer({ min: 3, max: 120 }), (text, most) => {
        for (const shown of [toShortMiddle(text, most), toShortEnd(text, most)]) {
          expect(stringWidth(shown)).toBeLessThanOrEqual(most);
          expect(shown.length).toBeLessThanOrEqual(most * 4);
          expect(shown).not.toMatch(/[\p{Cc}\p{Cs}]/u);
        }
      }),
    );
  });
});

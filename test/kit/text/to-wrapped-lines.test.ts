import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { toWrappedLines } from '../../../src/kit/text/to-wrapped-lines.ts';

it('breaks at spaces and counts wide signs as two', () => {
  expect(toWrappedLines('one two three', 7)).toEqual(['one two', 'three']);
  expect(toWrappedLines('日本 語', 6)).toEqual(['日本', '語']);
  expect(toWrappedLines('', 5)).toEqual(['']);
});

it('loses nothing and keeps the width but for single long words', () => {
  const words = fc.array(fc.string({ minLength: 1 }).filter((word) => !word.includes(' ')));
  fc.assert(
    fc.property(words, fc.integer({ min: 1, max: 30 }), (list, columns) => {
      const text = list.join(' ');
      const lines = toWrappedLines(text, columns);
      expect(lines.join(' ')).toBe(text);
      for (const line of lines) {
        if (line.includes(' ')) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
      }
    }),
  );
});

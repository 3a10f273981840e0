import { expect, it } from 'vitest';
import { compareTexts } from '../../../src/kit/text/compare-texts.ts';

it('orders texts by their units, whatever the language of the machine is', () => {
  expect(['b', 'ä', 'a', 'B', ''].toSorted(compareTexts)).toEqual(['', 'B', 'a', 'b', 'ä']);
  expect(compareTexts('a', 'a')).toBe(0);
});

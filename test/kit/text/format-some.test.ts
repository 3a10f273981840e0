import { expect, it } from 'vitest';
import { formatSome } from '../../../src/kit/text/format-some.ts';

it('names the first, and counts the others', () => {
  expect(formatSome(['a', 'b', 'c'], 3)).toBe('a, b, c');
  expect(formatSome(['a', 'b', 'c', 'd'], 3)).toBe('a, b, c, and 1 more');
});

import { expect, test } from 'vitest';
import { assumptions } from './assumptions.ts';

test('each assumption is a sentence, says what happens otherwise, and is in the order of its number', () => {
  for (const { text, otherwise } of assumptions) {
    expect(text).toMatch(/^[A-Z0-9].*\.$/);
    expect(otherwise).toMatch(/^[A-Z].*\.$/);
  }
  const numbers = assumptions.map(({ number }) => number ?? Number.POSITIVE_INFINITY);
  expect(numbers).toEqual(numbers.toSorted((left, right) => left - right));
  expect(new Set(assumptions.map(({ text }) => text)).size).toBe(assumptions.length);
});

test('the open questions that were given to the client are all answered', () => {
  const numbers = new Set(assumptions.map(({ number }) => number));
  const ofTheClient = [1, 9, 18, 19, 20, 21, 24, 25, 27];
  expect(ofTheClient.filter((number) => !numbers.has(number))).toEqual([]);
});

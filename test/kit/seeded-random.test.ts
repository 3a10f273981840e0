import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeSeededRandom, toSeededRank } from '../../src/kit/seeded-random.ts';

test('the same seed gives the same numbers, each from 0 up to 1', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0 }), (seed) => {
      const [left, right] = [makeSeededRandom(seed), makeSeededRandom(seed)];
      for (let count = 0; count < 50; count++) {
        const number = left();
        expect(right()).toBe(number);
        expect(number >= 0 && number < 1).toBe(true);
      }
    }),
  );
});

test('numbers spread over the whole range', () => {
  const random = makeSeededRandom(7);
  const tenths = new Array<number>(10).fill(0);
  for (let count = 0; count < 10_000; count++) {
    const tenth = Math.floor(random() * 10);
    tenths[tenth] = (tenths[tenth] ?? 0) + 1;
  }
  expect(Math.min(...tenths)).toBeGreaterThan(850);
  expect(Math.max(...tenths)).toBeLessThan(1150);
});

test('ranks are the same for the same seed and text, and another seed orders otherwise', () => {
  const texts = Array.from({ length: 20 }, (_, index) => `item ${index}`);
  const order = (seed: number) =>
    texts.toSorted((left, right) => toSeededRank(seed, left) - toSeededRank(seed, right));
  expect(order(1)).toEqual(order(1));
  expect(order(1)).not.toEqual(order(2));
  expect(order(1)).not.toEqual(texts);
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findUpperTail } from '../../src/kit/binomial.ts';

/** Adds the probabilities of all sequences of trials with as many events. */
function enumerate(least: number, trials: number, share: number): number {
  let sum = 0;
  for (let sequence = 0; sequence < 2 ** trials; sequence += 1) {
    const events = sequence.toString(2).replaceAll('0', '').length;
    if (events >= least) sum += share ** events * (1 - share) ** (trials - events);
  }
  return sum;
}

const shares = fc.oneof(
  fc.constantFrom(0, 1),
  fc.tuple(fc.nat(1000), fc.integer({ min: 1, max: 1000 })).map(([a, b]) => a / (a + b)),
);

it('is the sum of all sequences of few trials', () => {
  fc.assert(
    fc.property(fc.nat(9), fc.nat(10), shares, (trials, least, share) => {
      expect(findUpperTail(least, { trials, share })).toBeCloseTo(
        enumerate(least, trials, share),
        10,
      );
    }),
  );
});

it('falls with the number of events, from 1 to 0', () => {
  fc.assert(
    fc.property(fc.nat(3000), shares, (trials, share) => {
      const tails = Array.from({ length: trials + 2 }, (_, least) =>
        findUpperTail(least, { trials, share }),
      );
      expect(tails[0]).toBe(1);
      expect(tails.at(-1)).toBe(0);
      const rising = tails.findIndex((tail, index) => tail > (tails[index - 1] ?? 1) + 1e-9);
      expect(rising).toBe(-1);
    }),
    { numRuns: 20 },
  );
});

it('keeps its digits among many trials', () => {
  const half = findUpperTail(500_001, { trials: 1_000_000, share: 0.5 });
  expect(half).toBeCloseTo(0.4996, 4);
  expect(findUpperTail(10_200, { trials: 1_000_000, share: 0.01 })).toBeCloseTo(0.0229, 3);
  expect(findUpperTail(500_000, { trials: 1_000_000, share: 0.999 })).toBe(1);
});

import { expect, test } from 'vitest';
import { measurePace } from '../../../bench/limits/measure-pace.ts';
import { makeTokenBucket } from '../../../bench/limits/simulated-services.ts';

const perSecond = 100;

test.each(
  [100, 10].flatMap((burst) =>
    (['seconds', 'none'] as const).flatMap((retryAfter) =>
      [10, 100, 1_000_000, null].map((set) => ({ burst, retryAfter, set })),
    ),
  ),
)(
  'of a bucket of $burst with Retry-After $retryAfter and requestsPerSecond $set, 95 % is used',
  async ({ burst, retryAfter, set }) => {
    const limits = set === null ? { startsPerSecond: 50, growsFrom: 10 } : { startsPerSecond: set };
    const { served, refused, failed } = await measurePace({
      service: makeTokenBucket(perSecond, burst, retryAfter),
      limits: { concurrency: 8, ...limits },
      countedMs: [5_000, 65_000],
      seed: 7,
    });
    expect(served).toBeGreaterThan(0.95 * Math.min(perSecond, limits.startsPerSecond));
    expect(refused).toBeLessThan(0.02);
    expect(failed).toBe(0);
  },
);

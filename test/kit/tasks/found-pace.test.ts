import { expect, test } from 'vitest';
import { measurePace } from '../../../bench/limits/measure-pace.ts';
import {
  makeTokenBucket,
  type Said,
  type SimulatedService,
} from '../../../bench/limits/simulated-services.ts';

const perSecond = 100;

/** When a run ends that is watched second by second. */
const endMs = 30_000;

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

/** A bucket that records when it served and when it refused, in milliseconds. */
function recordBucket(...bucket: Parameters<typeof makeTokenBucket>) {
  const service = makeTokenBucket(...bucket);
  const times: Readonly<Record<Said['kind'], number[]>> = { answer: [], refused: [] };
  const take: SimulatedService['take'] = (nowMs, random) => {
    const said = service.take(nowMs, random);
    times[said.kind].push(nowMs);
    return said;
  };
  return { service: { ...service, take }, times };
}

test.each(
  [100, 10].flatMap((burst) =>
    (['none', 'seconds'] as const).map((retryAfter) => ({ burst, retryAfter })),
  ),
)(
  'of a bucket of $burst with Retry-After $retryAfter, 90 % is used 2 s after a refusal, until the next',
  async ({ burst, retryAfter }) => {
    const { service, times } = recordBucket(perSecond, burst, retryAfter);
    const limits = { concurrency: 8, startsPerSecond: 1_000_000 };
    await measurePace({ service, limits, countedMs: [0, endMs], seed: 7 });
    const countServed = (fromMs: number) =>
      times.answer.filter((ms) => ms >= fromMs && ms < fromMs + 1000).length;
    const { refused } = times;
    const [firstMs = 0] = refused;
    const counts = refused.flatMap((atMs, index) => {
      const nextMs = refused[index + 1] ?? endMs;
      const seconds = Math.max(0, Math.floor((nextMs - atMs) / 1000 - 2));
      return Array.from({ length: seconds }, (_, second) =>
        countServed(atMs + 2000 + second * 1000),
      );
    });
    expect(counts.length).toBeGreaterThan(15);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(0.9 * perSecond);
    expect(refused.filter((ms) => ms > firstMs + 2000).length).toBeLessThanOrEqual(4);
    // A service that names a time gets nothing until then, also after the second refusal.
    if (retryAfter === 'none')
      expect(countServed(firstMs + 2000)).toBeGreaterThanOrEqual(0.9 * perSecond);
  },
);

import { describe, expect, it } from 'vitest';
import { runSeries } from '../../../../tools/simulate/run-series.ts';
import { simulate } from '../../simulate.ts';

// A few worlds of a fixed seed; `npm run simulate -- --rollouts` has as many others as one likes.

const slowTestMs = 300_000;

describe('simulated worlds with rollouts', () => {
  it(
    'break no law while steps die, and rows and the blueprint change in between',
    async () => {
      const { failure, counts } = await simulate({ seed: 21, runs: 2, of: 'rollouts' });
      expect(failure).toBeNull();
      expect(counts['rollout: open done']).toBeGreaterThan(0);
      expect(counts['rollout: an account is admitted']).toBeGreaterThan(1);
      expect(counts['rollout: done']).toBeGreaterThan(0);
      expect(counts.deaths).toBeGreaterThan(0);
    },
    slowTestMs,
  );

  it(
    'find an account that is applied before it is admitted',
    async () => {
      const mistake = 'apply before the admission is durable';
      const order = { seed: 5, runs: 4, workers: 1, limitMs: slowTestMs, shrinkMs: 0 };
      const of = 'rollouts';
      const { failure } = await runSeries({ ...order, of, mistake, tell: () => undefined });
      expect(failure?.of).toBe(of);
      expect(['rollout', 'law 12', 'owners']).toContain(failure?.law);
    },
    slowTestMs,
  );
});

import { describe, expect, it } from 'vitest';
import { runSeries } from '../../../tools/simulate/run-series.ts';
import { simulate } from '../simulate.ts';

// A few worlds of a fixed seed; `npm run simulate -- --fleets` has as many others as one likes.

const slowTestMs = 300_000;

describe('simulated worlds with a fleet', () => {
  it(
    'break no law while cells, conditions, rows and lines of the blueprint change',
    async () => {
      const { failure, counts } = await simulate({ seed: 8, runs: 2, of: 'fleets' });
      expect(failure).toBeNull();
      expect(counts['fleet: a row is rendered']).toBeGreaterThan(5);
      expect(counts['fleet: a condition leaves a running cycle out']).toBeGreaterThan(0);
      expect(counts['fleet: a row is leaving at rest']).toBeGreaterThan(0);
      expect(counts['leaving: due']).toBeGreaterThan(0);
      expect(counts.deaths).toBeGreaterThan(0);
    },
    slowTestMs,
  );

  it(
    'find a leaving account that runs again, and say that it takes a fleet to repeat it',
    async () => {
      const mistake = 'start again a leaving account';
      const order = { seed: 5, runs: 5, workers: 1, limitMs: slowTestMs, shrinkMs: 0 };
      const of = 'fleets';
      const { failure } = await runSeries({ ...order, of, mistake, tell: () => undefined });
      expect([failure?.law, failure?.of]).toEqual(['render', of]);
      expect(failure?.schedule).toMatch(/^world \d+, accounts: \d, rows: \d\n/);
    },
    slowTestMs,
  );
});

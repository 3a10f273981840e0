import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { mistakes } from '../../tools/simulate/mistakes.ts';
import { runSeries } from '../../tools/simulate/run-series.ts';
import { simulate } from './simulate.ts';

// A few worlds of fixed seeds; `npm run simulate` has as many others as one likes.

const slowTestMs = 300_000;

describe('simulated worlds', () => {
  it(
    'break no law, with faults, deaths and races in them',
    async () => {
      const { failure, counts, runs } = await simulate({ seed: 341, runs: 6, shrinkMs: 10_000 });
      expect(failure).toBeNull();
      expect(runs).toBe(6);
      expect(counts.deaths).toBeGreaterThan(0);
      expect(counts['fault race']).toBeGreaterThan(0);
      expect(counts['account done']).toBeGreaterThan(10);
      expect(counts['single run: requested']).toBeGreaterThan(0);
    },
    slowTestMs,
  );

  it(
    'repeat the world of a path alone, also where it breaks no law any more',
    async () => {
      const { failure, runs } = await simulate({ seed: 341, runs: 1, path: '0:1' });
      expect([failure, runs]).toEqual([null, 1]);
    },
    slowTestMs,
  );

  it(
    'find a mistake of the engine by the name of its law, with the way to repeat it',
    async () => {
      const mistake = 'keep a value where its fingerprint belongs';
      const order = { seed: 1, runs: 5, workers: 1, limitMs: slowTestMs, shrinkMs: 0 };
      const { failure } = await runSeries({ ...order, mistake, tell: () => undefined });
      expect(failure?.law).toBe('law 7');
      expect(failure?.schedule).toMatch(/^world \d+, accounts: \d\nturn 1: edits/);
      expect(failure?.path).toMatch(/^\d/);
    },
    slowTestMs,
  );
});

describe('a planted mistake', () => {
  const edits = mistakes.flatMap(({ name, edits: all }) => all.map((edit) => ({ name, ...edit })));

  it.each(edits)('$name fits a text that $file has once', async ({ file, from }) => {
    const text = await readFile(new URL(`../../src/${file}`, import.meta.url), 'utf8');
    expect(text.split(from).length - 1).toBe(1);
  });
});

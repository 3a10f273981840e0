import { describe, expect, it } from 'vitest';
import { startCpuClock } from '../kit/cpu-clock.ts';
import { closeAfterFile } from '../support/opened.ts';
import { feedCase } from './feed-case.ts';
import { fuzzTargets } from './targets.ts';

// A slice with a fixed seed; `npm run fuzz` tries others, for as long as one likes, and measures memory.

const seed = 4;
/** Longest work on one input; one that waits for ever ends the test. */
const longestMs = 5000;
const cases: Readonly<Record<string, number>> = {
  yaml: 40,
  manifest: 8,
  plan: 10,
  store: 12,
  answers: 8,
  sops: 8,
  'state-file': 10,
};

describe('No input makes a command hang, fail without a word or show its inside', () => {
  it.each([...fuzzTargets])('holds for odd input of the kind %s', async (name, open) => {
    const target = await open();
    closeAfterFile(() => target.close());
    for (let number = 0; number < (cases[name] ?? 0); number += 1) {
      const tookMs = startCpuClock();
      const repeat = `npm run fuzz -- --target ${name} --seed ${seed} --case ${number}`;
      expect(await feedCase(target, { seed, number }), repeat).toEqual([]);
      expect(tookMs(), repeat).toBeLessThan(longestMs);
    }
    expect(cases[name]).toBeGreaterThan(0);
  });
});

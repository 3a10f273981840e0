import { describe, expect, it } from 'vitest';
import { disturbances } from './disturbances.ts';
import { mistakes } from './mistakes.ts';
import { runChaos } from './run-chaos.ts';

// CHAOS_ROUNDS is how many changes are brought, CHAOS_SEED what happens meanwhile. With more than one round,
// mistakes that are planted in the replicas must be found.

const rounds = Number(process.env.CHAOS_ROUNDS ?? 1);
const seed = Number(process.env.CHAOS_SEED ?? 20_261_129);
const isWhole = rounds > 1;
const quick = ['kill', 'cut connections'] as const;
/** Rounds in which a mistake is found. */
const roundsOfMistake = 12;
const roundMs = 400_000;

it(
  'brings each change to each account once, whatever dies, ends or is silent meanwhile',
  async () => {
    const wanted = isWhole ? disturbances : quick;
    expect(await runChaos({ seed, rounds, disturbances: wanted, mistake: null })).toEqual([]);
  },
  (1 + rounds) * roundMs,
);

describe.runIf(isWhole)('finds a mistake of replicas', () => {
  it.each(mistakes)(
    '$name',
    async (mistake) => {
      const { by, says } = mistake;
      const chaos = { seed, rounds: roundsOfMistake, disturbances: [by], mistake };
      const found = await runChaos(chaos);
      expect(found.filter((each) => says.test(each))).not.toEqual([]);
    },
    (1 + roundsOfMistake) * roundMs,
  );
});

import { describe, expect, it } from 'vitest';
import { runSeries } from '../../../../tools/simulate/run-series.ts';
import type { Schedule, Turn } from '../../schedule.ts';
import { simulate } from '../../simulate.ts';
import { Tally } from '../../tally.ts';
import { runSchedule } from '../../turns/run-schedule.ts';

// A few worlds of a fixed seed; `npm run simulate -- --rollouts` has as many others as one likes.

const slowTestMs = 300_000;

const turn: Turn = {
  ...{ edits: [], secrets: 0, lacks: 0, isOtherKey: false, isRewritten: false },
  ...{ consoleEdits: [], others: 0, beside: 0, faults: [] },
};
const calm = { effect: null, host: 'here', faults: [], byHand: [], isSettled: false } as const;
/** The new blueprint of this world has a cycle whose edit waits for a sign-in. */
const waits: Schedule = {
  ...{ world: 1189351290, accounts: 3, rows: 3, isDocumented: false, isRolledOut: true },
  turns: [
    { ...turn, edits: [401479726] },
    {
      ...{ ...turn, others: 1, steps: [{ do: 'blueprint', seed: 1982492015 }] },
      faults: [
        { do: 'rollout', command: 'open', ...calm },
        { do: 'rollout', command: 'continue', ...calm },
      ],
    },
  ],
};

describe('simulated worlds with rollouts', () => {
  it(
    'break no law while steps die, rollouts are undone, and rows and the blueprint change in between',
    async () => {
      const { failure, counts } = await simulate({ seed: 47, runs: 2, of: 'rollouts' });
      expect(failure).toBeNull();
      expect(counts['rollout: open done']).toBeGreaterThan(0);
      expect(counts['rollout: an account is admitted']).toBeGreaterThan(1);
      expect(counts['rollout: done']).toBeGreaterThan(0);
      expect(counts['rollout: undone']).toBeGreaterThan(0);
      expect(counts['rollout: approve done']).toBeGreaterThan(0);
      expect(counts.deaths).toBeGreaterThan(0);
    },
    slowTestMs,
  );

  it(
    'expect of a wave what its own plan has, and not what that says is left to wait',
    async () => {
      const tally = new Tally();
      await runSchedule(waits, { tally, note: () => undefined });
      expect(tally.of('rollout: an account is done')).toBeGreaterThan(0);
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

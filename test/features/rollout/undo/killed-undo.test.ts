import { describe, expect, it } from 'vitest';
import {
  accounts,
  expectSettled,
  killStep,
  openOneWave,
  readOneWave,
  width,
} from '../decisions/kill-step.ts';

const slowTestMs = 120_000;

/** A rollout that is done, and whose undo died in the middle. */
async function killUndo() {
  const killed = await openOneWave();
  const { run, listNew } = killed;
  expect(await run('rollout', 'continue', 'customers', '--wait')).toMatchObject({ exitCode: 0 });
  expect(listNew()).toHaveLength(accounts);
  await killStep(killed, 'undo', 'customers', '--yes');
  return killed;
}

describe('an undo that died in the middle', () => {
  it(
    'brings back no account that it did not begin, once a person stops it',
    async () => {
      const killed = await killUndo();
      const { run, listNew } = killed;
      const stopped = await run('rollout', 'stop', 'customers', '--reason', 'customers call');
      expect(stopped).toMatchObject({ exitCode: 0 });
      const { on, states } = await readOneWave(killed);
      expect(on).toBeGreaterThanOrEqual(accounts - width);
      expect(on).toBeLessThan(accounts);
      expect(states.filter((state) => state === 'done')).toHaveLength(on);
      expect(await run('apply', '--yes')).toMatchObject({ exitCode: 0 });
      expect(listNew()).toHaveLength(on);
      expect((await readOneWave(killed)).on).toBe(on);
      await expectSettled(killed);
      expect(await run('rollout', 'undo', 'customers', '--yes')).toMatchObject({ exitCode: 0 });
      expect(listNew()).toEqual([]);
      expect((await readOneWave(killed)).state).toBe('undone');
      expect((await run('plan', '--exit-code')).exitCode).toBe(0);
    },
    slowTestMs,
  );

  it(
    'goes on where it was',
    async () => {
      const killed = await killUndo();
      const { run, listNew } = killed;
      expect((await readOneWave(killed)).state).toBe('undoing');
      const undone = await run('rollout', 'undo', 'customers');
      expect(undone).toMatchObject({
        exitCode: 0,
        stderr: expect.stringContaining(`${accounts} accounts brought back`),
      });
      expect(listNew()).toEqual([]);
      expect(await readOneWave(killed)).toMatchObject({ state: 'undone', on: 0 });
      expect((await run('plan', '--exit-code')).exitCode).toBe(0);
    },
    slowTestMs,
  );
});

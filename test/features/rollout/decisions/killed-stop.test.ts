import { describe, expect, it } from 'vitest';
import { accounts, expectSettled, killStep, openOneWave, readOneWave, width } from './kill-step.ts';

const slowTestMs = 120_000;

/** A rollout whose step died in the middle of its wave. */
async function openKilled() {
  const opened = await openOneWave();
  await killStep(opened, 'continue', 'customers');
  return opened;
}

describe('a step that died in the middle of its wave', () => {
  it.each([['stop'], ['pause']])(
    'gives no account the revision that it did not begin, once a person decides on a %s',
    async (decision) => {
      const killed = await openKilled();
      const { run, listNew } = killed;
      const decided = await run('rollout', decision, 'customers', '--reason', 'customers call');
      expect(decided).toMatchObject({ exitCode: 0 });
      const { waiting, on } = await readOneWave(killed);
      expect(on).toBeGreaterThan(0);
      expect(on).toBeLessThanOrEqual(width);
      expect(waiting).toBe(accounts - on);
      expect(await run('apply', '--yes')).toMatchObject({ exitCode: 0 });
      expect(listNew()).toHaveLength(on);
      expect((await readOneWave(killed)).on).toBe(on);
      await expectSettled(killed);
    },
    slowTestMs,
  );

  it(
    'is gone on with by the commands that are advised',
    async () => {
      const killed = await openKilled();
      const { run, listNew } = killed;
      const { on } = await readOneWave(killed);
      const { stdout, stderr } = await run('plan');
      const text = `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' ');
      expect(text).toContain('Run cyclectl rollout continue customers to go on with it');
      const resumed = await run('resume');
      expect(resumed, `${resumed.stdout}\n${resumed.stderr}`).toMatchObject({ exitCode: 0 });
      expect(listNew()).toHaveLength(on);
      expect((await readOneWave(killed)).waiting).toBe(accounts - on);
      const rest = await run('rollout', 'continue', 'customers', '--wait');
      expect(rest, `${rest.stdout}\n${rest.stderr}`).toMatchObject({ exitCode: 0 });
      expect(listNew()).toHaveLength(accounts);
      expect(await readOneWave(killed)).toMatchObject({ state: 'done', waiting: 0 });
    },
    slowTestMs,
  );
});

import { describe, expect, it } from 'vitest';
import { readProjectFile } from '../../../support/run-cyclectl.ts';
import { table } from '../rollout-project.ts';
import {
  accounts,
  expectSettled,
  killStep,
  listPaused,
  openOneWave,
  readOneWave,
  width,
} from './kill-step.ts';

const slowTestMs = 120_000;

/** A rollout whose step died in the middle of its wave. */
async function openKilled() {
  const opened = await openOneWave();
  await killStep(opened, 'continue', 'customers');
  return opened;
}

const toLine = ({ stdout, stderr }: { readonly stdout: string; readonly stderr: string }) =>
  `${stdout}\n${stderr}`.replaceAll(/\s+/g, ' ');

describe('a step that died in the middle of its wave', () => {
  it(
    'is said by its stop, and each command after that names one that finishes its accounts',
    async () => {
      const killed = await openKilled();
      const { run, project } = killed;
      const { stdout } = await run('rollout', 'status', '--format', 'json');
      const { members } = JSON.parse(stdout).fleets[0].rollout;
      const waiting = members.find(({ state }: { state: string }) => state === 'waiting');
      const place = `-C ${project.directory} -e local`;
      expect(toLine(await run('plan'))).toContain(
        `Run cyclectl rollout continue customers ${place} to go on with it`,
      );
      const stopped = toLine(await run('rollout', 'stop', 'customers', '--reason', 'call'));
      const left = /Not finished: \d accounts?, whose cycles may be paused: .*: cyclectl apply -C/;
      expect(stopped).toMatch(left);
      const status = toLine(await run('rollout', 'status', 'customers'));
      expect(status).toMatch(/, stopped: call .*Not finished: /);
      expect(status).toMatch(left);
      const planned = toLine(await run('plan'));
      expect(planned).toContain(`Run cyclectl apply ${place} to finish its accounts`);
      expect(planned).not.toContain('rollout continue');
      const rows = (await readProjectFile(project, table)) ?? '';
      const cell = new RegExp(`^(${waiting.account},[^,]*,[^,]*,,,[^,]*,,)eu`, 'm');
      await project.write(table, rows.replace(cell, '$1us'));
      await run('apply', '--yes', '--select', `account=${waiting.account}`);
      expect(toLine(await run('resume'))).toMatch(
        /No run to resume: .* unfinished; to finish (it|them): cyclectl apply/,
      );
      expect((await run('resume', '--status')).stdout).toContain('Finished by the next apply');
      expect(listPaused(killed)).not.toEqual([]);
      expect((await run('apply', '--yes')).exitCode).toBe(0);
      expect(listPaused(killed)).toEqual([]);
      await expectSettled(killed);
    },
    slowTestMs,
  );

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
      expect(text).toContain('Run cyclectl rollout continue customers -C');
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

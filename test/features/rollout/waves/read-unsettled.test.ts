import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { readProjectFile } from '../../../support/run-cyclectl.ts';
import {
  expectSettled,
  killStep,
  listPaused,
  openOneWave,
  readOneWave,
} from '../decisions/kill-step.ts';
import { openGatedFleet } from '../gate/open-gated-fleet.ts';
import { firstName, fleet, RolloutProject, waves } from '../rollout-project.ts';

const slowTestMs = 120_000;
const open = ['rollout', 'open', 'customers', '--yes'] as const;
const proceed = ['rollout', 'continue', 'customers'] as const;

describe('a revision whose rollout failed its gate, opened again', () => {
  it(
    'takes the accounts that it reached again, and compares their runs with those before it',
    async () => {
      const { project, emulator, open: openGated, step } = await openGatedFleet();
      await openGated('{evidence: 100%, within: 26h, errors: noMoreThanBefore}');
      const key = await readProjectFile(project, 'secrets/crm-key.not-a-secret');
      emulator.control.upsetApp('crm', { revoke: key.trim() });
      await emulator.control.letPass('16m');
      expect((await step(...proceed)).exitCode).toBe(3);
      const again = await step(...open);
      expect(again).toMatchObject({
        exitCode: 0,
        text: expect.stringMatching(
          /The rollout \S+ of this revision was stopped: wave pilot, more runs have errors .*Taken again: 2 accounts that had it before\. Wave 1, pilot: 2 accounts/,
        ),
      });
      expect((await step(...proceed)).text).toContain('Wave 1 of 2, pilot: 2 accounts: 2 done');
      expect((await step(...proceed, '--exit-code')).text).toContain('no evidence of 2 accounts');
      await emulator.control.letPass('16m');
      expect(await step(...proceed)).toMatchObject({
        exitCode: 3,
        text: expect.stringMatching(
          /failed its gate, more runs have errors .*, before 0 of \d+ runs/,
        ),
      });
    },
    slowTestMs,
  );
});

describe('a revision whose rollout stopped, opened again', () => {
  let at: RolloutProject;

  beforeEach(async () => {
    at = await RolloutProject.open();
    await at.edit(fleet, /$/, waves);
  });

  async function stopSecond(): Promise<readonly string[]> {
    await at.openSecond();
    expect((await at.run(...proceed)).exitCode).toBe(0);
    const brought = await at.listMembers(0);
    expect((await at.run('rollout', 'stop', 'customers', '--reason', 'slow')).exitCode).toBe(0);
    return brought;
  }

  async function readFrom(): Promise<ReadonlySet<string | null>> {
    const store = openSqliteStore({ file: join(at.project.directory, '.cyclectl/local/store.db') });
    const [latest] = await store.listRollouts();
    const members = await store.listRolloutAccounts(latest?.id ?? '');
    await store.close();
    return new Set(members.map(({ from }) => from));
  }

  it('has the same waves, with the revisions from before the first of them', async () => {
    const brought = await stopSecond();
    const from = await readFrom();
    expect((await at.run(...open)).text).toContain('of this revision was stopped: slow.');
    expect(await at.listMembers(0)).toEqual(brought);
    expect(await readFrom()).toEqual(from);
    expect((await at.run('rollout', 'plan', 'customers')).text).toContain('revision is open.');
  });

  it('is done only when what failed before is as the revision has it', async () => {
    const [failed = '', other = ''] = await stopSecond();
    await at.renameByHand(failed, 'Edited by hand');
    expect((await at.run(...open)).exitCode).toBe(0);
    expect((await at.run(...proceed, '--wait')).exitCode).toBe(0);
    for (const account of [failed, other]) expect(await at.readName(account)).toBe('Second');
    const { accounts, rollout } = await at.readStatus();
    expect(accounts).toEqual([expect.objectContaining({ accounts: 12 })]);
    expect(rollout).toMatchObject({ state: 'done' });
    expect((await at.run('plan', '--exit-code')).exitCode).toBe(0);
    expect((await at.run(...open)).text).toContain('All accounts of the fleet customers are on');
  });

  it('has way back for all that it and the first one brought', async () => {
    await stopSecond();
    expect((await at.run(...open)).exitCode).toBe(0);
    expect((await at.run(...proceed, '--wait')).exitCode).toBe(0);
    expect(await at.run('rollout', 'undo', 'customers', '--yes')).toMatchObject({
      exitCode: 0,
      text: expect.stringContaining('12 accounts brought back'),
    });
    for (const wave of [0, 1, 2])
      for (const name of await at.readNames(wave)) expect(name).toBe(firstName);
  });
});

describe('a killed step whose rollout is replaced by one of the same revision', () => {
  it(
    'is finished by it, with the cycles that were left paused',
    async () => {
      const killed = await openOneWave();
      const { run } = killed;
      await killStep(killed, 'continue', 'customers');
      expect(listPaused(killed)).not.toEqual([]);
      expect((await run(...open, '--replace')).exitCode).toBe(0);
      expect((await run(...proceed, '--wait')).exitCode).toBe(0);
      expect(listPaused(killed)).toEqual([]);
      expect(await readOneWave(killed)).toMatchObject({ state: 'done' });
      await expectSettled(killed);
    },
    slowTestMs,
  );
});

import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { blueprint, firstName, fleet, RolloutProject, waves } from '../rollout-project.ts';

let at: RolloutProject;

beforeEach(async () => {
  at = await RolloutProject.open();
});

const slowTestMs = 120_000;

describe('rollout undo after a rollout that took the place of others', () => {
  async function expectBack(): Promise<void> {
    for (const wave of [0, 1]) {
      for (const name of await at.readNames(wave)) expect(name).toBe(firstName);
    }
    const { accounts, rollout } = await at.readStatus();
    expect(accounts).toEqual([expect.objectContaining({ accounts: 12 })]);
    expect(rollout).toMatchObject({ state: 'undone' });
    expect((await at.run('drift')).exitCode).toBe(0);
  }

  async function stopSecond(): Promise<readonly string[]> {
    await at.openSecond();
    expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(0);
    const brought = await at.listMembers(0);
    expect((await at.run('rollout', 'stop', 'customers', '--reason', 'slow')).exitCode).toBe(0);
    return brought;
  }

  it('brings back the accounts that a stopped one brought to the same revision', async () => {
    await at.edit(fleet, /$/, waves);
    const brought = await stopSecond();
    expect((await at.run('rollout', 'open', 'customers', '--yes')).exitCode).toBe(0);
    expect(await at.run('rollout', 'undo', 'customers', '--yes')).toMatchObject({
      exitCode: 0,
      text: expect.stringContaining('2 accounts brought back'),
    });
    for (const account of brought) expect(await at.readName(account)).toBe(firstName);
    await expectBack();
  });

  it(
    'brings accounts on each revision of a chain back to that of the fleet',
    async () => {
      await at.edit(fleet, /$/, waves);
      await at.openSecond();
      for (const _ of [0, 1]) await at.run('rollout', 'continue', 'customers');
      const replace = ['rollout', 'open', 'customers', '--yes', '--replace'] as const;
      await at.edit(blueprint, 'displayName: Second', 'displayName: Third');
      expect((await at.run(...replace)).exitCode).toBe(0);
      expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(0);
      await at.edit(blueprint, 'displayName: Third', 'displayName: Fourth');
      expect((await at.run(...replace)).exitCode).toBe(0);
      expect(await at.readNames(0)).toEqual(['Third', 'Third']);
      expect(await at.readNames(1)).toContain('Second');
      expect(await at.run('rollout', 'undo', 'customers', '--yes')).toMatchObject({
        exitCode: 0,
        text: expect.stringMatching(/[78] accounts brought back/),
      });
      await expectBack();
    },
    slowTestMs,
  );

  it('does so where a wave fails with onFailure: undo', async () => {
    await at.edit(fleet, /$/, `${waves}    onFailure: undo\n`);
    const brought = await stopSecond();
    expect((await at.run('rollout', 'open', 'customers', '--yes')).exitCode).toBe(0);
    const [edited = ''] = await at.listMembers(1);
    await at.renameByHand(edited, 'Edited by hand');
    expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(0);
    expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(3);
    expect((await at.readStatus()).rollout).toMatchObject({ state: 'undone' });
    for (const account of brought) expect(await at.readName(account)).toBe(firstName);
  });

  it('goes on with accounts of the stopped one where its process ended', async () => {
    await at.edit(fleet, /$/, waves);
    const [held = '', other = ''] = await stopSecond();
    expect((await at.run('rollout', 'open', 'customers', '--yes')).exitCode).toBe(0);
    await at.renameByHand(held, 'Edited by hand');
    expect(await at.run('rollout', 'undo', 'customers', '--yes')).toMatchObject({
      exitCode: 3,
      text: expect.stringMatching(/was "Second", is "Edited by hand".*1 account not brought/),
    });
    expect(await at.readName(other)).toBe(firstName);
    expect((await at.run('apply', '--yes')).exitCode).toBe(0);
    expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(3);
    await expectBack();
  });

  it('names the accounts of a stopped one that is not as it was approved, and brings none back', async () => {
    await at.edit(fleet, /$/, waves);
    const brought = await stopSecond();
    const store = openSqliteStore({
      file: join(at.project.directory, '.cyclectl/local/store.db'),
    });
    const [stopped] = await store.listRollouts();
    if (stopped === undefined) throw new Error('no rollout');
    await store.updateRevisions({ rollout: { ...stopped, openedAt: '2026-01-01T00:00:00Z' } });
    await store.close();
    expect((await at.run('rollout', 'open', 'customers', '--yes')).exitCode).toBe(0);
    const undone = await at.run('rollout', 'undo', 'customers', '--yes');
    expect(undone).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining(`no earlier revision is recorded of ${brought.join(', ')}`),
    });
    for (const account of brought) expect(await at.readName(account)).toBe('Second');
  });
});

import { expect, it } from 'vitest';
import { fleet, RolloutProject, table, waves } from './rollout-project.ts';

it('keeps the revision and the wave of an account that is renamed, applied or not', async () => {
  const at = await RolloutProject.open();
  await at.edit(fleet, /$/, waves);
  await at.openSecond();
  expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(0);
  const [done = ''] = await at.listMembers(0);
  const [waiting = ''] = await at.listMembers(1);
  await at.edit(table, new RegExp(`^${done},`, 'm'), `${done}-new,`);
  await at.edit(table, new RegExp(`^${waiting},`, 'm'), `${waiting}-new,`);
  const planned = await at.run('plan');
  expect(planned.text).toContain(`was "${done}"`);
  expect(planned.text).not.toContain('"Contacts to files"');
  const before = await at.readStatus();
  expect(before.accounts.map(({ accounts }) => accounts)).toEqual([2, 10]);
  expect(await at.listMembers(0)).toContain(`${done}-new`);
  expect((await at.run('apply', '--yes')).exitCode).toBe(0);
  expect(await at.readStatus()).toEqual(before);
  const last = await at.run('rollout', 'continue', 'customers', '--wait');
  expect(last).toMatchObject({ exitCode: 0, text: expect.stringContaining('done: 12 accounts') });
  const { accounts, rollout } = await at.readStatus();
  expect(accounts).toEqual([expect.objectContaining({ accounts: 12 })]);
  expect(rollout?.members).toHaveLength(12);
  expect((await at.run('plan', '--exit-code')).exitCode).toBe(0);
});

it('continues a rollout with a renamed account before any apply moves its state', async () => {
  const at = await RolloutProject.open();
  await at.edit(fleet, /$/, waves);
  await at.openSecond();
  await at.run('rollout', 'continue', 'customers');
  const [done = ''] = await at.listMembers(0);
  await at.edit(table, new RegExp(`^${done},`, 'm'), `${done}-new,`);
  const last = await at.run('rollout', 'continue', 'customers', '--wait');
  expect(last).toMatchObject({ exitCode: 0, text: expect.stringContaining('done: 12 accounts') });
  expect((await at.run('plan')).text).not.toContain('"Contacts to files"');
});

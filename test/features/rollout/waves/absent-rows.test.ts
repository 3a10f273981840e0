import { expect, it } from 'vitest';
import { readProjectFile } from '../../../support/run-cyclectl.ts';
import { fleet, RolloutProject, table, waves } from '../rollout-project.ts';

const slowTestMs = 120_000;

it(
  'an account whose row was gone at the end keeps its revision when the row is back, until the next rollout',
  async () => {
    const at = await RolloutProject.open();
    const rows = (await readProjectFile(at.project, table)) ?? '';
    const without = (...names: readonly string[]) =>
      rows
        .split('\n')
        .filter((line) => !names.some((name) => line.startsWith(`${name},`)))
        .join('\n');
    await at.edit(fleet, /$/, waves);
    await at.project.write(table, without('north-004'));
    await at.openSecond();
    const [last = ''] = await at.listMembers(2);
    await at.project.write(table, without('north-004', last));
    for (let step = 0; step < 3; step += 1)
      expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(0);
    expect((await at.readStatus()).rollout?.state).toBe('done');
    await at.project.write(table, rows);
    expect((await at.readStatus()).accounts).toEqual([
      expect.objectContaining({ accounts: 10 }),
      expect.objectContaining({ accounts: 2 }),
    ]);
    expect((await at.run('apply', '--yes')).text).toContain('No changes');
    expect(await at.readName(last)).toBe('Contacts to files');
    const opened = await at.run('rollout', 'open', 'customers', '--yes');
    expect(opened.text).toContain('for 2 accounts');
    await at.run('rollout', 'continue', 'customers');
    await at.run('rollout', 'continue', 'customers');
    expect([await at.readName(last), await at.readName('north-004')]).toEqual(['Second', 'Second']);
  },
  slowTestMs,
);

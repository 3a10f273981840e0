import { beforeAll, describe, expect, it } from 'vitest';
import { blueprint, fleet, RolloutProject, waves } from '../../features/rollout/rollout-project.ts';
import { copyExample, type Project } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';
import { withoutTimes } from '../../support/values/without-times.ts';
import { runInColumns } from './run-in-columns.ts';

let project: Project;

beforeAll(async () => {
  project = await copyExample('quickstart');
});

/** Columns of the widest line, of those that break between words. */
function measure(text: string): number {
  const lines = text
    .replaceAll(project.directory, '/project')
    .split('\n')
    // Commands stay on one line, so that they can be pasted.
    .filter((line) => !/^ *cyclectl /.test(line));
  return Math.max(...lines.map((line) => line.length));
}

describe.each([60, 80, 160])('on a terminal of %i columns', (columns) => {
  it.each([
    { args: ['plan'] },
    { args: ['status', '--all'] },
    { args: ['drift'] },
    { args: ['export'] },
    { args: ['adopt', '--all'] },
    { args: ['adopt', '--propose'] },
    { args: ['rollout', 'status'] },
    { args: ['explain', 'northwind'] },
    { args: ['explain', 'northwind/connectors/crm/properties/region'] },
    { args: ['explain', 'northwind/cycles/contacts-to-files/description'] },
  ])('$args is no wider', async ({ args }) => {
    const { stdout } = await runInColumns(project, columns, ...args);
    expect(measure(stdout)).toBeLessThanOrEqual(columns);
  });

  it('a diagnostic is no wider', async () => {
    const broken = await copyExample('quickstart');
    await broken.edit('accounts/northwind.yaml', 'timezone:', 'name: Northwind\n  timezone:');
    const { exitCode, stderr } = await runInColumns(broken, columns, 'validate');
    expect(exitCode).toBe(1);
    expect(measure(stderr)).toBeLessThanOrEqual(columns);
  });
});

it('a plan uses the columns of a wide terminal, and has 80 elsewhere', async () => {
  const wide = measure((await runInColumns(project, 160, 'plan')).stdout);
  expect(wide).toBeGreaterThan(140);
  const piped = await runInColumns(project, null, 'plan');
  expect(measure(piped.stdout)).toBeLessThanOrEqual(80);
  const narrow = await runInColumns(project, 80, 'plan');
  expect(withoutTimes(piped.stdout)).toBe(withoutTimes(narrow.stdout));
});

describe('in a pipe', () => {
  it('status is a row per object with the same cells, and has its totals on stderr', async () => {
    const applied = await copyExample('quickstart');
    expect(await runInProcess(applied, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
    const all = await runInColumns(applied, null, 'status', '--all');
    const rows = all.stdout
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => line.split('\t'));
    expect(rows.every(({ length }) => length === 7)).toBe(true);
    const cycles = rows.filter(([, kind]) => kind === 'cycle').map(([, , ...cells]) => cells);
    expect(cycles.map(([address, state, health]) => [address, state, health])).toEqual([
      ['contoso/cycles/orders-in', 'active', 'healthy'],
      ['northwind/cycles/contacts-to-files', 'active', 'healthy'],
      ['northwind/cycles/contacts-to-mailer', 'paused', 'unhealthy,signed-out,stopped'],
    ]);
    expect(rows).toContainEqual([
      'northwind',
      'connector',
      'northwind/connectors/mailer',
      'waiting',
      '',
      '',
      '',
    ]);
    expect(all.stderr).toMatch(/Totals\n {2}accounts +2: 1 needs a person/);
    const some = await runInColumns(applied, null, 'status');
    expect(some.stdout).toContain('contacts-to-mailer');
    expect(some.stdout).not.toContain('orders-in');
    expect((await runInColumns(applied, 80, 'status')).stderr).not.toContain('Totals');
  });

  it('rollout status is a row per wave in a pipe, with the same cells in each', async () => {
    const at = await RolloutProject.open();
    const list = async () => {
      const { stdout } = await runInColumns(at.project, null, 'rollout', 'status');
      return stdout
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => line.split('\t'));
    };
    await at.edit(fleet, /$/, waves);
    const [none = [], ...others] = await list();
    expect(others).toEqual([]);
    expect([none[0], none.slice(2), none.length]).toEqual(['customers', Array(9).fill(''), 11]);
    await at.edit(blueprint, 'displayName: Contacts to files', 'displayName: Second');
    expect((await at.run('rollout', 'open', 'customers', '--yes')).exitCode).toBe(0);
    expect((await at.run('rollout', 'continue', 'customers')).exitCode).toBe(0);
    const rows = await list();
    expect(rows.map((cells) => [cells[0], cells[3], ...cells.slice(4)])).toEqual([
      ['customers', 'open', '1', 'pilot', 'admitted', '2', '2', '0', '0'],
      ['customers', 'open', '2', 'half', 'waiting', '6', '0', '0', '0'],
      ['customers', 'open', '3', 'rest', 'waiting', '4', '0', '0', '0'],
    ]);
  }, 60_000);
});

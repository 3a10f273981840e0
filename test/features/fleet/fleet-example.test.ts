import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { copyExample, type Project } from '../../support/run-cyclectl.ts';

const few = ['--select', 'account=north-017', '--select', 'account=south-031'] as const;

let project: Project;

beforeAll(async () => {
  project = await copyExample('fleet');
});

it('validates, applies and finds no drift in accounts of the example', async () => {
  expect(await project.run('validate')).toMatchObject({
    exitCode: 0,
    stdout: 'Valid. 200 accounts.',
  });
  const planned = await project.run('plan', '--exit-code', ...few);
  expect(planned.exitCode).toBe(2);
  expect(planned.stdout).toContain('create 8');
  expect((await project.run('apply', '--yes', ...few)).exitCode).toBe(0);
  expect((await project.run('plan', '--exit-code', ...few)).exitCode).toBe(0);
  expect((await project.run('drift', ...few)).exitCode).toBe(0);
});

it('prints the manifest of a row, and the same account as a file plans nothing else', async () => {
  const rendered = await project.run('render', 'north-017');
  expect(rendered.exitCode).toBe(0);
  expect(rendered.stdout).toContain('schedule: {every: 1h}');
  expect((await project.run('render')).stderr).toContain('Run cyclectl render NAME');
  const row = /^north-017,.*\n/m;
  const table = (await project.run('render', 'north-016', '--format', 'json')).stdout;
  expect(JSON.parse(table)).toMatchObject({ accounts: [{ metadata: { name: 'north-016' } }] });
  await project.edit('fleets/customers.csv', row.exec(await readTable())?.[0] ?? '', '');
  await project.write('accounts/north-017.yaml', rendered.stdout);
  const planned = await project.run('plan', '--exit-code', ...few);
  expect(planned).toMatchObject({ exitCode: 0 });
  await rm(join(project.directory, 'accounts'), { recursive: true });
});

it('explains a value: each layer that has one, the one that counts, and what is live', async () => {
  const address = 'south-031/timezone';
  const { stdout } = await project.run('explain', address, '--format', 'json');
  expect(JSON.parse(stdout)).toMatchObject({
    explanation: {
      address,
      value: 'Europe/Berlin',
      from: { layer: 'default', at: 'blueprints/crm-base.yaml:14:16' },
      layers: [{ layer: 'blueprint', at: 'blueprints/crm-base.yaml:25:13' }],
      uses: [{ name: 'inputs.timezone' }],
      field: {
        comparison: 'same',
        live: { value: 'Europe/Berlin' },
        lastApplied: { value: 'Europe/Berlin' },
        owner: 'managed',
      },
    },
  });
  const text = (await project.run('explain', 'south-030/retention/successHours')).stdout;
  expect(text).toContain('336, from segment enterprise');
  expect(text).toContain('fleets/customers.yaml:15:35  tier=enterprise');
  const parts = (await project.run('explain', 'south-031/connectors/crm')).stdout;
  expect(parts).toMatch(/properties\/region +eu +row south-031 fleets\/customers\.csv:\d+:\d+$/m);
  expect((await project.run('explain', 'south-03/timezone')).stderr).toContain('"south-003"');
});

it('plans the change of one line of the blueprint in every account that is applied', async () => {
  await project.edit('blueprints/crm-base.yaml', 'erroredHours: 336', 'erroredHours: 500');
  const { stdout } = await project.run('plan', '--select', 'account=south-031');
  expect(stdout).toContain('update 1');
});

it('writes no drift into a table, and says where the change belongs', async () => {
  const adopted = await project.run('drift', '--adopt', '--select', 'account=south-031');
  expect(adopted.stderr + adopted.stdout).toContain('no-own-file');
});

async function readTable(): Promise<string> {
  return readFile(join(project.directory, 'fleets/customers.csv'), 'utf8');
}

it('selects accounts by their blueprint, and by its base', async () => {
  for (const name of ['crm-sync', 'crm-base']) {
    const { stdout } = await project.run('render', '--all', '--select', `blueprint=${name}`);
    expect(stdout.match(/^kind: Account$/gm)).toHaveLength(199);
  }
  const none = await project.run('render', '--all', '--select', 'blueprint=crm-snyc');
  expect(none.stderr).toContain('crm-sync');
});

it('names an override whose date is over, with its owner, and changes nothing', async () => {
  await project.edit('fleets/customers.yaml', 'until: 2027-06-30', 'until: 2026-01-31');
  for (const command of ['plan', 'drift', 'status']) {
    const { stderr } = await project.run(command, '--select', 'account=south-030');
    expect(stderr).toContain('override-past');
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('ask customer-success@example.com');
  }
  expect((await project.run('render', 'north-016')).exitCode).toBe(0);
});

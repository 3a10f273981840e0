import { mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { copyExample, type Project, type Result } from '../../support/run-cyclectl.ts';
import { runInProcess } from '../../support/run-in-process.ts';

const few = ['--select', 'account=north-017', '--select', 'account=south-032'] as const;

let project: Project;

function run(...words: readonly string[]): Promise<Result> {
  return runInProcess(project, ...words);
}

beforeAll(async () => {
  project = await copyExample('fleet');
});

it('validates, applies and finds no drift in accounts of the example', async () => {
  expect(await run('validate')).toMatchObject({
    exitCode: 0,
    stdout: 'Valid. 200 accounts.',
  });
  const planned = await run('plan', '--exit-code', ...few);
  expect(planned.exitCode).toBe(2);
  expect(planned.stdout).toContain('create 8');
  expect((await run('apply', '--yes', ...few)).exitCode).toBe(0);
  expect((await run('plan', '--exit-code', ...few)).exitCode).toBe(0);
  expect((await run('drift', ...few)).exitCode).toBe(0);
});

it('prints the manifest of a row, and the same account as a file plans nothing else', async () => {
  const rendered = await run('render', 'north-017');
  expect(rendered.exitCode).toBe(0);
  expect(rendered.stdout).toContain('schedule: {every: 1h}');
  expect((await run('render')).stderr).toContain('Run cyclectl render NAME');
  const row = /^north-017,.*\n/m;
  const table = (await run('render', 'north-016', '--format', 'json')).stdout;
  expect(JSON.parse(table)).toMatchObject({ accounts: [{ metadata: { name: 'north-016' } }] });
  await project.edit('fleets/customers.csv', row.exec(await readTable())?.[0] ?? '', '');
  await project.write('accounts/north-017.yaml', rendered.stdout);
  const planned = await run('plan', '--exit-code', ...few);
  expect(planned).toMatchObject({ exitCode: 0 });
  await rm(join(project.directory, 'accounts'), { recursive: true });
});

it('explains a value: each layer that has one, the one that counts, and what is live', async () => {
  const address = 'south-032/timezone';
  const { stdout } = await run('explain', address, '--format', 'json');
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
  const text = (await run('explain', 'south-030/retention/successHours')).stdout;
  expect(text).toContain('336, from segment enterprise');
  expect(text).toContain('fleets/customers.yaml:15:35  tier=enterprise');
  const parts = (await run('explain', 'south-032/connectors/crm')).stdout;
  expect(parts).toMatch(/properties\/region +eu\n +row south-032 fleets\/customers\.csv:\d+:\d+$/m);
  expect((await run('explain', 'south-03/timezone')).stderr).toContain('"south-003"');
});

it('explains what an account lacks: by null in a layer, or by a condition', async () => {
  const path = 'fleets/customers.yaml';
  const interval = 'inputs: {interval: 1h}';
  await project.edit(path, 'account: north-017', 'account: north-016');
  await project.edit(path, interval, 'cycles: {contacts-to-files: null}');
  const without = await run('explain', 'north-016/cycles/contacts-to-files/state');
  expect(without.stdout).toContain('none, from override north-016');
  await project.edit(path, 'cycles: {contacts-to-files: null}', interval);
  await project.edit(path, 'account: north-016', 'account: north-017');
  const blueprint = 'blueprints/crm-sync.yaml';
  const name = '      displayName: Contacts to files\n';
  const when = `      when: account.name != "north-016"\n${name}`;
  await project.edit(blueprint, name, when);
  const unmet = await run('explain', 'north-016/cycles/contacts-to-files/state');
  expect(unmet.stdout).toMatch(
    /none: the condition in blueprints\/crm-sync\.yaml:\d+:\d+ does not hold:\s+acc/,
  );
  const met = await run('explain', 'south-032/cycles/contacts-to-files/variables/other');
  expect(met.stdout).toContain('not managed: no layer has a value');
  await project.edit(blueprint, when, name);
});

it('plans the change of one line of the blueprint in every account that is applied', async () => {
  await project.edit('blueprints/crm-base.yaml', 'erroredHours: 336', 'erroredHours: 500');
  const { stdout } = await run('plan', '--select', 'account=south-032');
  expect(stdout).toContain('update 1');
});

it('writes drift of a row into its cell, and into an override what no cell gives', async () => {
  const one = ['--select', 'account=south-032'] as const;
  const changed = { Timezone: 'UTC', StepDataErroredRetentionHours: 600 };
  const path = '/v1.0/accounts/south-032.example';
  await run('apply', '--yes', ...one);
  await run('emulator', 'request', 'PUT', path, JSON.stringify(changed));
  expect((await run('drift', ...one)).exitCode).toBe(2);
  const before = await readTable();
  const adopted = await run('drift', '--adopt', ...one);
  expect(adopted.exitCode).toBe(0);
  const text = adopted.stdout.replaceAll(/\s+/g, ' ');
  expect(text).toMatch(/"UTC" in row south-032, fleets\/customers\.csv:\d+:\d+ /);
  expect(text).toMatch(/500 → 600 in override south-032, fleets\/customers\.yaml:\d+:\d+ /);
  const row = /^south-032,.*$/m.exec(before)?.[0] ?? '';
  expect((await readTable()).replace(/^south-032,.*$/m, row)).toBe(before);
  expect(await readFile(join(project.directory, 'fleets/customers.yaml'), 'utf8')).toMatch(
    /- account: south-032\n +reason: drift adopted\n +owner: .+\n +set: \{retention: \{erroredHours: 600\}\}\n/,
  );
  expect((await run('drift', ...one)).exitCode).toBe(0);
  expect((await run('plan', '--exit-code', ...one)).exitCode).toBe(0);
});

it('ignores drift of a row in its override', async () => {
  const one = ['--select', 'account=south-032'] as const;
  const path = '/v1.0/accounts/south-032.example';
  await run('emulator', 'request', 'PUT', path, JSON.stringify({ Name: 'Another' }));
  const asked = ['--ignore', 'south-032/displayName', '--until', '2027-01-31', '--reason', 'asked'];
  const ignored = await run('drift', ...asked);
  expect(ignored.exitCode).toBe(0);
  expect(ignored.stdout.replaceAll(/\s+/g, ' ')).toMatch(/Wrote fleets\/customers.yaml:\d+:\d+\./);
  expect((await run('drift', ...one)).exitCode).toBe(0);
  const longer = asked.map((word) => word.replace('2027-01-31', '2027-02-28'));
  const again = await run('drift', ...longer);
  expect(again.exitCode).toBe(0);
  expect(again.stdout).toContain('asked');
  expect((await run('drift', ...longer)).exitCode).toBe(0);
});

async function readTable(): Promise<string> {
  return readFile(join(project.directory, 'fleets/customers.csv'), 'utf8');
}

it('selects accounts by their blueprint, and by its base', async () => {
  for (const name of ['crm-sync', 'crm-base']) {
    const { stdout } = await run('render', '--all', '--select', `blueprint=${name}`);
    expect(stdout.match(/^kind: Account$/gm)).toHaveLength(199);
  }
  const none = await run('render', '--all', '--select', 'blueprint=crm-snyc');
  expect(none.stderr).toContain('crm-sync');
});

it('names an override whose date is over, with its owner, and changes nothing', async () => {
  await project.edit('fleets/customers.yaml', 'until: 2027-06-30', 'until: 2026-01-31');
  for (const command of ['plan', 'drift', 'status']) {
    const { stderr } = await run(command, '--select', 'account=south-030');
    expect(stderr).toContain('override-past');
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('ask customer-success@example.com');
  }
  expect((await run('render', 'north-016')).exitCode).toBe(0);
});

it('refuses fleets behind a link, because their accounts would vanish from Git', async () => {
  const { directory, environment } = await copyExample('fleet');
  const folder = join(directory, 'fleets');
  await rename(folder, join(directory, 'elsewhere'));
  await symlink('elsewhere', folder);
  const linked = await runInProcess({ directory, environment }, 'plan');
  expect([linked.exitCode, linked.stderr]).toEqual([
    1,
    expect.stringContaining('fleets is a link'),
  ]);
  await rm(folder);
  await mkdir(folder);
  await symlink('../elsewhere/customers.yaml', join(folder, 'customers.yaml'));
  const inside = await runInProcess({ directory, environment }, 'validate');
  expect(inside.stderr).toContain('fleets/customers.yaml is a link');
});

import { chmod, rename, rm, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readGolden } from '../../../golden/read-golden.ts';
import { findWideLines } from '../../../reports/samples/read-text.ts';
import { copyExample, type Project, readProjectFile } from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';
import { formatHandmadeWorld } from '../../../worlds/cases/handmade.ts';

const secrets = { crmKey: 'crm-key-of-the-world', clientSecret: 'client-secret-of-the-world' };
const file = 'accounts/northwind.yaml';
const written = `# What the field team asked for.
apiVersion: cyclectl/v1
kind: Account
metadata: {name: northwind, labels: {tier: enterprise}}
spec:
  id: northwind-8812
  displayName: Northwind   # as on the contract
  timezone: 'Europe/Lisbon'
  connectors:
    crm: {connector: {name: Sample CRM}, displayName: CRM, properties: {region: us}}
  cycles:
    newsletter:
      from: {template: Contacts to Mailer}
      displayName: Newsletter
      state: paused
      # To be agreed.
      variables: {region: "\${vars.region}"}
`;

/** A project of the embedded service whose one manifest says what the service has not. */
async function openManaged(): Promise<Project> {
  const project = await copyExample('quickstart');
  await rm(join(project.directory, 'accounts/contoso.yaml'));
  await project.write('world.yaml', formatHandmadeWorld(secrets));
  await project.edit(
    'cyclectl.yaml',
    '    local:\n',
    '    local:\n      variables: {region: apac}\n',
  );
  await project.write(file, written);
  return project;
}

const one = ['--select', 'account=northwind'];

it('writes what has moved and says what could not be, with the place that decides it', async () => {
  const project = await openManaged();
  const left = await runInProcess(project, 'export', ...one);
  expect(left).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('--merge writes') });
  expect(await readProjectFile(project, file)).toBe(written);
  const { exitCode, stdout } = await runInProcess(project, 'export', '--merge', ...one);
  expect(exitCode).toBe(3);
  expect(findWideLines(stdout)).toEqual([]);
  const said = stdout.replaceAll(/\d+\.\d s/g, 'N s').replaceAll(project.directory, 'FOLDER');
  expect(said).toBe(await readGolden('export/merged.txt', said));
  expect(await readProjectFile(project, file)).toBe(
    written
      .replace('Northwind   #', 'Northwind Traders   #')
      .replace("'Europe/Lisbon'", "'Europe/Berlin'")
      .replace('region: us', 'region: eu'),
  );
  expect(await runInProcess(project, 'export', '--merge', ...one)).toMatchObject({ exitCode: 1 });
});

it('gives what no manifest has its entries, and exits 0 when all is written', async () => {
  const project = await openManaged();
  await project.edit('cyclectl.yaml', '{region: apac}', '{region: emea}');
  const args = ['export', '--merge', '--foreign', ...one];
  const { exitCode, stdout } = await runInProcess(project, ...args);
  expect(exitCode).toBe(0);
  expect(findWideLines(stdout)).toEqual([]);
  const said = stdout.replaceAll(/\d+\.\d s/g, 'N s').replaceAll(project.directory, 'FOLDER');
  expect(said).toBe(await readGolden('export/merged-foreign.txt', said));
  const text = await readProjectFile(project, file);
  expect(text).toBe(await readGolden('export/merged-foreign.yaml', text));
  expect(await runInProcess(project, 'plan', '--exit-code')).toMatchObject({ exitCode: 0 });
  const again = await runInProcess(project, ...args, '--format', 'json');
  expect(again.exitCode).toBe(0);
  const { accounts, run } = JSON.parse(again.stdout);
  expect(accounts).toMatchObject([{ kind: 'unchanged', values: [], entries: [] }]);
  expect(run.summary).toMatchObject({ merged: 0, unchanged: 1, unwritten: 0 });
  expect([stdout, text, again.stdout].join('')).not.toMatch(/of-the-world|not-a-secret/);
});

it('counts the unmanaged changes that it leaves out, with the command that lists them', async () => {
  const project = await copyExample('quickstart');
  expect((await runInProcess(project, 'apply', '--yes')).exitCode).toBe(0);
  const path = '/v1.0/accounts/northwind-8812';
  const body = '{"AuditInfo":"x","Description":"by hand","Timezone":"Europe/Lisbon"}';
  await runInProcess(project, 'emulator', 'request', 'PUT', path, body);
  const data = await runInProcess(project, 'export', '--merge', '--all', '--format', 'json');
  const { accounts, run } = JSON.parse(data.stdout);
  expect(accounts).toMatchObject([
    { account: 'contoso', kind: 'unchanged' },
    { account: 'northwind', kind: 'merged', values: ['northwind/timezone'], unmanaged: 2 },
  ]);
  expect(accounts[0].unmanaged).toBeUndefined();
  expect(run.summary).toMatchObject({ unmanaged: 2, leftOut: 0, unwritten: 0 });
  const { stdout, exitCode } = await runInProcess(project, 'export', '--merge', '--all');
  expect(exitCode).toBe(0);
  expect(stdout).toContain('  · left out: 2 unmanaged changes');
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('2 unmanaged changes left out.');
  expect(stdout).toContain(
    `To list the unmanaged changes that were left out:\n  cyclectl drift -C ${project.directory} -e local`,
  );
});

it('keeps the permissions of a file, and writes through no link', async () => {
  const project = await openManaged();
  const path = join(project.directory, file);
  await chmod(path, 0o666);
  await runInProcess(project, 'export', '--merge', ...one);
  expect((await stat(path)).mode & 0o777).toBe(0o666);
  const elsewhere = join(project.directory, 'elsewhere.yaml');
  await rename(path, elsewhere);
  await symlink(elsewhere, path);
  const linked = await runInProcess(project, 'export', '--merge', ...one);
  expect(linked.exitCode).toBe(1);
});

it('names the other environments that a manifest is for', async () => {
  const project = await openManaged();
  const local = 'service: {emulator: {world: world.yaml}}';
  const other = `    other:\n      variables: {region: emea}\n      ${local}`;
  await project.edit('cyclectl.yaml', local, `${local}\n${other}`);
  const { stdout } = await runInProcess(project, 'export', '--merge', '-e', 'other', ...one);
  expect(stdout).toContain('its manifest also applies to local: review that plan too');
});

it('refuses --foreign alone', async () => {
  const project = await openManaged();
  expect(await runInProcess(project, 'export', '--foreign', '--all')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('Add --merge'),
  });
});

it('says of what is gone that nothing was written for its account, and not that there was nothing', async () => {
  const project = await copyExample('quickstart');
  expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  const request = async (method: string, path: string) => {
    const words = ['emulator', 'request', '--account', 'contoso', method, `/v1.0${path}`];
    const { exitCode, stdout } = await runInProcess(project, ...words);
    expect(exitCode).toBe(0);
    return stdout;
  };
  const [cycle] = JSON.parse(await request('GET', '/cycles'));
  await request('PUT', `/cycles/${cycle.Id}/deactivate`);
  await request('DELETE', `/cycles/${cycle.Id}`);
  const { exitCode, stdout } = await runInProcess(project, 'export', '--merge', '--all');
  expect([exitCode, stdout]).toEqual([1, expect.stringContaining('[entry-gone]')]);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'Nothing was written for 2 accounts. 1 difference could not be written.',
  );
  const file = ['export', 'contoso/cycles/orders-in', '--out', 'cycles/orders.cycle.json'];
  const refused = await runInProcess(project, ...file);
  expect([refused.exitCode, refused.stderr.replaceAll(/\s+/g, ' ')]).toEqual([
    1,
    expect.stringContaining('The service does not have the cycle "Orders in" [not-installed]'),
  ]);
});

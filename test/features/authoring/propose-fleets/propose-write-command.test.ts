import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Emulator, openEmulator } from '../../../../src/emulator/emulator.ts';
import { quickstartWorldText } from '../../../emulator/support/worlds.ts';
import { nameFolder, put } from '../../../support/begin-project.ts';
import { closeAfterFile } from '../../../support/opened.ts';
import { runInProcess } from '../../../support/run-in-process.ts';

// It stands in the state of the service, and in no file.
const crmKey = 'crm-key-of-the-world';

/** Customers that people made in the console: objects have names of the customer. */
const customers = 60;

/** Customers that have one cycle more. */
const withFiles = 12;

function writeCustomer(number: number): string {
  const region = number % 3 === 0 ? 'us' : 'eu';
  const zone = number === 7 ? 'UTC' : 'Europe/Berlin';
  const crm = `{name: CRM of customer ${number}, connector: Sample CRM, version: "2.0", authValue: ${crmKey}, properties: {region: ${region}}}`;
  const cycles = [
    `{template: Contacts to Mailer, name: News of customer ${number}, variables: {region: ${region}}}`,
    ...(number <= withFiles ? [`{template: Contacts to Files, name: Files ${number}}`] : []),
  ];
  return `  - {id: id-${number}, name: Customer ${number}, timezone: ${zone}, connectors: [${crm}], cycles: [${cycles.join(', ')}]}`;
}

let project: { readonly directory: string; readonly environment: Readonly<Record<string, string>> };
let emulator: Emulator;

beforeAll(async () => {
  const lines = Array.from({ length: customers }, (_, index) => writeCustomer(index + 1));
  const odd = '  - {id: id-odd, name: Odd one, timezone: UTC, connectors: [], cycles: []}';
  emulator = await openEmulator({
    world: `${quickstartWorldText}\naccounts:\n${lines.join('\n')}\n${odd}\n`,
  });
  closeAfterFile(() => emulator.close());
  const { url } = await emulator.listen();
  const { clientId, clientSecret } = emulator.credentials;
  const directory = await nameFolder();
  await put(directory, {
    'cyclectl.yaml': `apiVersion: cyclectl/v1
kind: Project
metadata: {name: fleet}
spec:
  environments:
    prod:
      service: {baseUrl: "${url}", token: {clientId: ${clientId}, clientSecret: {env: SECRET}}}
      limits: {requestsPerSecond: 100000}
`,
  });
  const key = 'a key for tests that is long enough';
  project = { directory, environment: { SECRET: clientSecret, CYCLECTL_SECRET_KEY: key } };
});

async function listFiles(folder: string): Promise<readonly string[]> {
  return (await readdir(join(project.directory, folder))).sort();
}

const write = ['adopt', '--propose', '--write'] as const;

describe('adopt --propose --write', () => {
  it('writes customers of the console as a blueprint and a table, with an empty plan', async () => {
    const { exitCode, stdout, stderr } = await runInProcess(project, ...write);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain(`rows        ${customers} accounts in 1 fleet`);
    expect(stdout).toContain(`compared    ${customers + 1} accounts, equal in every environment`);
    expect(stdout).toMatch(/odd-one: fewer than three/);
    expect(await listFiles('accounts')).toEqual(['odd-one.yaml']);
    expect(await listFiles('fleets')).toEqual(['profile-1.csv', 'profile-1.yaml']);
    const blueprint = await readFile(join(project.directory, 'blueprints/profile-1.yaml'), 'utf8');
    expect(blueprint).toContain(`region: \${inputs.sampleCrmRegion}`);
    expect(blueprint).toContain('when: inputs.sampleFileStore');
    const table = await readFile(join(project.directory, 'fleets/profile-1.csv'), 'utf8');
    expect(table.split('\n')).toHaveLength(customers + 2);
    const fleet = await readFile(join(project.directory, 'fleets/profile-1.yaml'), 'utf8');
    expect(fleet).toContain('account: customer-7\n      reason: found at adoption\n');
    expect(`${blueprint}${table}${fleet}${stdout}`).not.toContain(crmKey);
    const planned = await runInProcess(project, 'plan');
    expect(planned.exitCode).toBe(0);
    expect(planned.stdout).toContain(`No changes. ${customers + 1} accounts up to date.`);
  });

  it('writes nothing again, because each account has a row or a file', async () => {
    const before = await listFiles('fleets');
    const { exitCode, stdout } = await runInProcess(project, ...write, '--format', 'json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'proposed-fleets',
      result: { fleets: [], kept: [{ account: 'odd-one', why: 'few-alike', isNew: false }] },
    });
    expect(await listFiles('fleets')).toEqual(before);
  });

  it('makes rows of files, and removes the files', async () => {
    const rendered = (await runInProcess(project, 'render', '--all')).stdout.split('---\n');
    for (const folder of ['accounts', 'blueprints', 'fleets']) {
      await rm(join(project.directory, folder), { recursive: true });
    }
    const remark = '# Of the pilot.\n';
    const files = rendered
      .slice(0, 12)
      .map((text, index) => [`accounts/${index}.yaml`, index === 1 ? remark + text : text]);
    await put(project.directory, {
      ...Object.fromEntries(files),
      'accounts/two.yaml': rendered.slice(12, 14).join('---\n'),
    });
    const some = ['--select', 'account=customer-1*', '--select', 'account=id-1*'];
    const { exitCode, stdout } = await runInProcess(project, ...write, ...some);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/comments +removed with accounts\/1\.yaml; copy what you need/);
    expect(stdout).toMatch(/removed +\d+ files of accounts that are rows now/);
    expect((await runInProcess(project, 'validate')).exitCode).toBe(0);
  });

  it('leaves a file in the way, and takes back what it wrote', async () => {
    for (const folder of ['accounts', 'blueprints', 'fleets']) {
      await rm(join(project.directory, folder), { recursive: true, force: true });
    }
    await put(project.directory, { 'fleets/profile-1.csv': 'name\n' });
    const few = ['--select', 'account=customer-1*'];
    const { exitCode, stderr } = await runInProcess(project, ...write, ...few);
    expect(exitCode).toBe(1);
    expect(stderr).toContain('fleets/profile-1.csv exists already; nothing was written');
    expect(await listFiles('.')).not.toContain('blueprints/profile-1.yaml');
    expect(await readdir(join(project.directory, 'blueprints'))).toEqual([]);
    await writeFile(join(project.directory, 'fleets/profile-1.csv'), '');
  });

  it('is refused without --propose', async () => {
    const { exitCode, stderr } = await runInProcess(project, 'adopt', '--write');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('--write needs --propose');
    const limited = await runInProcess(project, ...write, '--limit', '3');
    expect(limited.stderr).toContain('--limit and --write cannot be combined');
  });
});

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Emulator, openEmulator } from '../../../../src/emulator/emulator.ts';
import { quickstartWorldText } from '../../../emulator/support/worlds.ts';
import { readGolden } from '../../../golden/read-golden.ts';
import { findWideLines } from '../../../reports/samples/read-text.ts';
import { nameFolder, put } from '../../../support/begin-project.ts';
import { closeAfterFile } from '../../../support/opened.ts';
import { runInProcess } from '../../../support/run-in-process.ts';

// It stands in the state of the service, and in no file.
const crmKey = 'crm-key-of-the-world';

/** Customers of three kinds, and one of its own: so many of each. */
const sizes = { mailing: 9, mailingAndFiles: 4, files: 2, alone: 1 };

const crm = (region: string) =>
  `{name: CRM, connector: Sample CRM, version: "2.0", authValue: ${crmKey}, properties: {region: ${region}}}`;
const files = (secret: string) =>
  `{name: Files, connector: Sample File Store, authentication: API key, authValue: ${crmKey}, properties: {rootFolder: /in, ClientSecret: ${secret}}}`;
const mailing = (name: string) =>
  `{template: Contacts to Mailer, name: News of ${name}, variables: {region: ${name}}}`;
const toFiles = (name: string) => `{template: Contacts to Files, name: Files of ${name}}`;

function writeFleet(): string {
  const lines: string[] = [];
  const add = (number: number, connectors: readonly string[], cycles: readonly string[]) => {
    const zone = number === 1 ? 'UTC' : 'Europe/Berlin';
    const lists = `connectors: [${connectors.join(', ')}], cycles: [${cycles.join(', ')}]`;
    lines.push(`  - {id: id-${number}, name: Customer ${number}, timezone: ${zone}, ${lists}}`);
  };
  let number = 1;
  const each = (size: number, make: (name: string) => void) => {
    for (let at = 0; at < size; at += 1, number += 1) make(`c${number}`);
  };
  each(sizes.mailing, (name) => add(number, [crm(number % 3 ? 'eu' : 'us')], [mailing(name)]));
  each(sizes.mailingAndFiles, (name) =>
    add(number, [crm('eu'), files(`secret-of-${name}`)], [mailing(name), toFiles(name)]),
  );
  each(sizes.files, (name) => add(number, [crm('eu'), files('s')], [toFiles(name)]));
  each(sizes.alone, (name) => add(number, [crm('eu')], [mailing(name), mailing(`${name} too`)]));
  return `\naccounts:\n${lines.join('\n')}\n`;
}

let project: { readonly directory: string; readonly environment: Readonly<Record<string, string>> };
let emulator: Emulator;

beforeAll(async () => {
  emulator = await openEmulator({ world: `${quickstartWorldText}${writeFleet()}` });
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
      limits: {requestsPerSecond: 1000}
`,
  });
  const key = 'a key for tests that is long enough';
  project = { directory, environment: { SECRET: clientSecret, CYCLECTL_SECRET_KEY: key } };
});

function countWrites(): number {
  return emulator
    .requests()
    .filter(({ method, path }) => method !== 'GET' && path !== '/oauth/token').length;
}

describe('adopt --propose', () => {
  it('groups a fleet into the shapes that it was made of, with what varies in each', async () => {
    const { exitCode, stdout, stderr } = await runInProcess(project, 'adopt', '--propose');
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const said = stdout
      .replaceAll(/127\.0\.0\.1:\d+/g, 'SERVICE')
      .replaceAll(/ +(?=\d+ accounts, \d+ requests)/g, ' ');
    expect(said).toBe(await readGolden('adopt/proposal.txt', said));
    expect(findWideLines(stdout)).toEqual([]);
    expect(stdout).not.toMatch(/of-the-world|secret-of/);
  });

  it('says the same as data, of those that are selected, and as many as are wanted', async () => {
    const { stdout } = await runInProcess(
      project,
      'adopt',
      '--propose',
      '--format',
      'json',
      '--all',
    );
    const { kind, result } = JSON.parse(stdout);
    expect(kind).toBe('proposal');
    expect(result).toMatchObject({ accounts: 16, shapes: 4, moreOutliers: 0 });
    const { clusters, outliers } = result;
    expect(clusters.map((each: { accounts: string[] }) => each.accounts.length)).toEqual([9, 4, 2]);
    expect(outliers).toMatchObject([{ account: 'customer-16', difference: { from: 1 } }]);
    expect(stdout).not.toMatch(/of-the-world|secret-of/);
    const some = ['--select', 'account=id-1*', '--limit', '1', '--format', 'json'];
    const limited = JSON.parse((await runInProcess(project, 'adopt', '--propose', ...some)).stdout);
    expect(limited.run.skipped).toBe(8);
    expect(limited.result).toMatchObject({ accounts: 8, more: { shapes: 1, accounts: 2 } });
  });

  it('writes nothing: not to the service, not into the project, not into the store', async () => {
    const before = await readdir(project.directory, { recursive: true });
    expect(await runInProcess(project, 'adopt', '--propose')).toMatchObject({ exitCode: 0 });
    expect(countWrites()).toBe(0);
    expect(await readdir(project.directory, { recursive: true })).toEqual(before);
  });

  it('counts accounts that have a manifest as well', async () => {
    await runInProcess(project, 'export', '--select', 'account=customer-1');
    const { stdout } = await runInProcess(project, 'adopt', '--propose', '--format', 'json');
    expect(JSON.parse(stdout).result).toMatchObject({ accounts: 16, shapes: 4 });
    await rm(join(project.directory, 'accounts'), { recursive: true });
  });

  it('names what it could not read, counts the rest, and exits 1', async () => {
    const path = '/v1.0/account/connectors';
    emulator.control.plantFaults([{ path, do: 'status', status: 403, nth: 1 }]);
    const { exitCode, stdout } = await runInProcess(project, 'adopt', '--propose');
    emulator.control.plantFaults([]);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/customer-\d+ +NOT READ/);
    expect(stdout).toContain('not read    1 account');
    expect(stdout).toContain('16 accounts');
  });

  it('names some where it could read none', async () => {
    const path = '/v1.0/account/connectors';
    emulator.control.plantFaults([{ path, do: 'status', status: 403 }]);
    const { exitCode, stdout } = await runInProcess(project, 'adopt', '--propose');
    emulator.control.plantFaults([]);
    expect(exitCode).toBe(1);
    expect(stdout.match(/NOT READ/g)?.length).toBe(10);
    expect(stdout).toContain('and 6 more unread');
  });

  it.each([
    [['--propose', 'northwind'], 'takes neither an address'],
    [['--propose', '--yes'], 'takes neither an address nor --yes'],
    [['--propose', '--all', '--select', 'account=a'], '--all and --select cannot be combined'],
    [['--propose', '--select', 'account=nobody'], 'selection-empty'],
    [['--propose', '--limit', '0'], 'Write a whole number of at least 1'],
    [['--all', '--limit', '3'], '--limit needs --propose'],
  ])('is refused for %j', async (args, says) => {
    const { exitCode, stdout, stderr } = await runInProcess(project, 'adopt', ...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toContain(says);
  });
});

it('reads each account once: each further account of a shape costs the same requests', async () => {
  const count = async (...keys: readonly string[]) => {
    const since = emulator.requests().length;
    const selected = keys.flatMap((key) => ['--select', `account=customer-${key}`]);
    await runInProcess(project, 'adopt', '--propose', ...selected);
    return emulator.requests().length - since;
  };
  const [one, two, four] = [
    await count('1'),
    await count('1', '2'),
    await count('1', '2', '3', '4'),
  ];
  expect(two).toBeGreaterThan(one);
  expect(four - two).toBe(2 * (two - one));
});

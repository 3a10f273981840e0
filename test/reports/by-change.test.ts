import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectSample } from '../docs/expect-sample.ts';
import { copyExample, type Project } from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';

// One line of Git that changes 200 accounts, of which one differs, one cannot be planned and twelve have a
// running cycle.

const accounts = 200;
const withCycle = 12;

let project: Project;

const names = Array.from(
  { length: accounts },
  (_, at) => `north-${String(at + 1).padStart(3, '0')}`,
);
const ofVariable = `"\${vars.zone}"`;

const crm = `
  connectors:
    crm:
      connector: {name: Sample CRM, version: "2.0"}
      auth: {apiKey: {file: secrets/northwind-crm-key.not-a-secret}}
    files:
      connector: {name: Sample File Store}
      auth: {basic: {username: sync, password: {file: secrets/northwind-files-password.not-a-secret}}}
  cycles:
    nightly:
      from: {template: Contacts to Files}
      state: active
      schedule: {every: "\${vars.every}"}
      steps:
        Get contact:
          parameters:
            contactId: {expression: '{{"List changed contacts" "Contact.Id"}}'}
`;

function writeAccount(name: string, zone = ofVariable): Promise<void> {
  return project.write(
    `accounts/${name}.yaml`,
    `apiVersion: cyclectl/v1
kind: Account
metadata: {name: ${name}}
spec:
  id: ${name}-id
  displayName: Customer ${name}
  timezone: ${zone}
${names.indexOf(name) < withCycle ? crm : ''}`,
  );
}

const file = (name: string): string => join(project.directory, name);
const run = (...args: readonly string[]) => runInProcess(project, ...args);

function readTitles(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.startsWith('Group '));
}

beforeAll(async () => {
  project = await copyExample('quickstart');
  for (const name of await readdir(file('accounts'))) await rm(file(`accounts/${name}`));
  const settings =
    'variables: {zone: Europe/Berlin, every: 15m}\n      protect: {maxChangedPercent: 100}';
  await project.edit('cyclectl.yaml', 'world.yaml}}', `world.yaml}}\n      ${settings}`);
  for (const name of names) await writeAccount(name);
  const { exitCode, stderr } = await run('apply', '--yes');
  expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
}, 120_000);

describe('a change of one line in Git', () => {
  it('is one group of some lines for all accounts, in text and in a comment', async () => {
    await project.edit('cyclectl.yaml', 'zone: Europe/Berlin', 'zone: Europe/Paris');
    const { stdout, exitCode } = await run(
      ...['plan', '--exit-code', '--report', `markdown=${file('plan.md')}`],
      ...['--report', `json=${file('report.json')}`],
    );
    expect(exitCode).toBe(2);
    expect(readTitles(stdout)).toEqual([
      'Group 1: 200 accounts (north-001, north-002, and 198 more)',
    ]);
    expect(stdout.split('\n').length).toBeLessThanOrEqual(40);
    const markdown = await readFile(file('plan.md'), 'utf8');
    expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(20_000);
    expect(markdown.split('\n').length).toBeLessThanOrEqual(40);
    const { groups } = JSON.parse(await readFile(file('report.json'), 'utf8'));
    expect(groups).toMatchObject([{ number: 1, attention: 'change', accounts }]);
    expect((await run('report', file('report.json'))).stdout).toBe(stdout);
    const saved = await run('plan', '--out', file('saved.json'), '--allow-deletes', '2');
    expect(saved.stdout).toMatch(/^ {2}cyclectl plan .*-e local --allow-deletes 2 --group 1$/m);
  });

  it('shows what differs and what needs a person before it, by name', async () => {
    await writeAccount('north-107', 'Europe/Rome');
    await project.edit('cyclectl.yaml', 'every: 15m', 'every: 30m');
    await project.edit('accounts/north-003.yaml', 'Contacts to Files', 'Contacts to File');
    const { stdout, exitCode } = await run('plan', '--report', `json=${file('other.json')}`);
    expect(exitCode).toBe(1);
    expect(readTitles(stdout)).toEqual([
      'Group 1: north-003 REFUSED IN PART',
      'Group 2: 11 accounts (north-001, north-002, north-004, north-005, north-006,',
      'Group 3: north-107',
      'Group 4: 199 accounts (north-001, north-002, and 197 more)',
    ]);
    await expectSample(stdout, 'docs/reference/reports.md', 'Group 2:');
    const named = await run('report', file('other.json'), '--group', '3');
    expect(named.stdout).toMatch(/^Group 3: north-107$/m);
    expect(named.stdout).toMatch(/^north-107 /m);
    expect(named.stdout).not.toContain('north-108');
    const members = await run('plan', '--group', '2');
    expect(members.stdout.match(/^north-\d+ /gm)).toHaveLength(withCycle - 1);
    const data = JSON.parse((await run('plan', '--group', '2', '--format', 'json')).stdout);
    expect(data.groups).toMatchObject([{ number: 2, accounts: withCycle - 1 }]);
    expect(data.accounts).toHaveLength(withCycle - 1);
    const unknown = await run('plan', '--group', '5', '--format', 'json');
    expect(JSON.parse(unknown.stdout)).toMatchObject({ kind: 'refused' });
    const none = await run('report', file('other.json'), '--group', '5');
    expect(none).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('no group 5') });
  });

  it('reports drift by change as well', async () => {
    await project.edit('accounts/north-003.yaml', 'Contacts to File}', 'Contacts to Files}');
    expect((await run('apply', '--yes')).exitCode).toBe(0);
    for (const name of names.slice(0, 15)) {
      const zone = name === 'north-009' ? 'Asia/Tokyo' : 'UTC';
      const put = [
        'emulator',
        'request',
        'PUT',
        `/v1.0/accounts/${name}-id`,
        `{"Timezone":"${zone}"}`,
      ];
      expect((await run(...put)).exitCode).toBe(0);
    }
    const { stdout, exitCode } = await run('drift');
    expect(exitCode).toBe(2);
    expect(readTitles(stdout).slice(0, 2), stdout).toEqual([
      'Group 1: north-009',
      'Group 2: 14 accounts (north-001, north-002, and 12 more)',
    ]);
    const members = await run('drift', '--group', '2');
    expect(members.stdout.match(/^north-\d+ /gm)).toHaveLength(14);
    const data = JSON.parse((await run('drift', '--group', '1', '--format', 'json')).stdout);
    expect(data.groups).toMatchObject([{ number: 1, names: ['north-009'] }]);
    expect(data.accounts).toMatchObject([{ account: 'north-009' }]);
    expect(await run('drift', '--group', '2', '--revert')).toMatchObject({ exitCode: 1 });
  });
});

import { cp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { makeLog } from '../../src/features/controller/write-log.ts';
import { formatNotification } from '../../src/reports/ci/format-notification.ts';
import { openHeldProject } from '../persisted/open-held-project.ts';
import { copyExample } from '../support/run-cyclectl.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { findSchemaFaults } from './documents.ts';

// Files that commands write, by their schemas. The output of commands is compared wherever a test runs one.

it('a saved plan has its schema, whatever it does', async () => {
  const project = await openHeldProject();
  const file = join(project.directory, 'new.json');
  const plan = ['plan', '--allow-deletes', '2', '--allow-replace', '--out', file];
  expect(await runInProcess(project, ...plan)).toMatchObject({ exitCode: 0 });
  const document = JSON.parse(await readFile(file, 'utf8'));
  expect(findSchemaFaults('plan', document)).toEqual([]);
  const [account] = document.accounts;
  expect(
    findSchemaFaults('plan', { ...document, accounts: [{ ...account, kind: 'other' }] }),
  ).not.toEqual([]);
});

it('each line of exported state has its schema', async () => {
  const project = await openHeldProject();
  const file = join(project.directory, 'state.jsonl');
  expect(await runInProcess(project, 'state', 'export', file)).toMatchObject({ exitCode: 0 });
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const faults = lines.flatMap((line) => findSchemaFaults('state', JSON.parse(line)));
  expect([lines.length > 10, faults]).toEqual([true, []]);
  expect(findSchemaFaults('state', { kind: 'other', record: {} })).not.toEqual([]);
});

it('the backup of a destroy has its schema', async () => {
  const project = await copyExample('quickstart');
  expect(await runInProcess(project, 'apply', '--yes')).toMatchObject({ exitCode: 0 });
  const destroy = ['destroy', 'northwind', '--allow-deletes', '6', '--confirm', 'northwind'];
  expect(await runInProcess(project, ...destroy)).toMatchObject({ exitCode: 0 });
  const folder = join(project.directory, '.cyclectl');
  const files = (await readdir(folder, { recursive: true })).filter((path) =>
    /destroyed\/.*\.json$/.test(path),
  );
  expect(files).toHaveLength(1);
  const backup = JSON.parse(await readFile(join(folder, files[0] ?? ''), 'utf8'));
  expect(findSchemaFaults('backup', backup)).toEqual([]);
  expect(findSchemaFaults('backup', { ...backup, cycles: [{}] })).not.toEqual([]);
});

it('a cycle file has its schema, and so has one that export writes', async () => {
  const project = await copyExample('promote');
  const text = await readFile(join(project.directory, 'cycles/contacts.cycle.json'), 'utf8');
  expect(findSchemaFaults('cycle', JSON.parse(text))).toEqual([]);
  expect(
    findSchemaFaults('cycle', { ...JSON.parse(text), format: 'cyclectl-cycle/2' }),
  ).not.toEqual([]);
  const held = await openHeldProject();
  const file = join(held.directory, 'cycles/new.cycle.json');
  const asked = ['export', '--template', 'Contacts to Files', '--out', file];
  expect(await runInProcess(held, ...asked)).toMatchObject({ exitCode: 0 });
  expect(findSchemaFaults('cycle', JSON.parse(await readFile(file, 'utf8')))).toEqual([]);
});

it('a notification, a line of a log and a user configuration have their schemas', () => {
  const notification = {
    event: 'drift',
    environment: 'prod',
    headline: 'Drift in 1 account',
    lines: [{ account: 'northwind', says: '1 difference' }],
    left: 0,
  } as const;
  const message = {
    notification,
    at: '2096-01-01T00:00:00Z',
    tool: 'cyclectl 0.1.0',
    commit: null,
  };
  const body = JSON.parse(formatNotification('webhook', message));
  expect(findSchemaFaults('notification', body)).toEqual([]);
  expect(findSchemaFaults('notification', { ...body, event: 'other' })).not.toEqual([]);
  const lines: string[] = [];
  const log = makeLog({ log: (line) => void lines.push(line) }, () => message.at);
  log({ level: 'warning', event: 'account-drift', run: 'r-1', account: 'northwind', items: 2 });
  expect(lines.flatMap((line) => findSchemaFaults('log', JSON.parse(line)))).toEqual([]);
  expect(findSchemaFaults('config', parse('allowExec: [op, /usr/bin/vault]'))).toEqual([]);
  expect(findSchemaFaults('config', parse('allow: [op]'))).not.toEqual([]);
});

it('a rendered account, the facts of a version and a merge of tables are data with a schema', async () => {
  const project = await copyExample('fleet');
  const run = async (...args: readonly string[]) => {
    const { stdout } = await runInProcess(project, ...args, '--format', 'json');
    return JSON.parse(stdout).kind;
  };
  const table = join(project.directory, 'fleets/customers.csv');
  const copies = await Promise.all(
    ['base.csv', 'ours.csv', 'theirs.csv'].map(async (name) => {
      await cp(table, join(project.directory, name));
      return join(project.directory, name);
    }),
  );
  expect(await run('render', 'north-017')).toBe('render');
  expect(await run('version')).toBe('version');
  expect(await run('fleet', 'merge', ...copies)).toBe('fleet-merge');
});

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import type { DriftRun } from '../../../../src/model/state/drift-log.ts';
import { openSqliteNotes } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { openTestDatabase } from '../../../postgres/open-test-database.ts';
import { makeDriftRun } from '../../../store/samples.ts';
import {
  copyExample,
  copyProject,
  openRemoteProject,
  type Project,
} from '../../../support/run-cyclectl.ts';
import { runInProcess } from '../../../support/run-in-process.ts';
import { runOnOneLine } from '../../../support/run-on-one-line.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';

let applied: Project;

beforeAll(async () => {
  applied = await copyExample('quickstart');
  await runInProcess(applied, 'apply', '--yes');
});

const placeOfStore = '.cyclectl/local/store.db';

async function readTrend(project: Project): Promise<readonly DriftRun[]> {
  const { stdout } = await runInProcess(project, 'drift', '--trend', '--format', 'json');
  const { kind, runs } = JSON.parse(stdout);
  expect(kind).toBe('trend');
  return runs;
}

/** Renames an account in the console. */
async function rename(project: Project, Name: string): Promise<void> {
  const path = '/v1.0/accounts/contoso.example';
  const body = JSON.stringify({ Name });
  const done = await runInProcess(project, 'emulator', 'request', 'PUT', path, body);
  expect(done).toMatchObject({ exitCode: 0 });
}

describe('drift --trend', () => {
  it('shows the runs over the whole fleet, the oldest first, and asks no service for them', async () => {
    const project = await copyProject(applied);
    expect(await runInProcess(project, 'drift')).toMatchObject({ exitCode: 0, stderr: '' });
    await rename(project, 'Somebody');
    expect(await runInProcess(project, 'drift', '--select', 'account=contoso')).toMatchObject({
      exitCode: 2,
    });
    expect(await runInProcess(project, 'drift')).toMatchObject({ exitCode: 2 });
    const runs = await readTrend(project);
    expect(runs.map(({ withDrift, items, unread }) => [withDrift, items, unread])).toEqual([
      [0, 0, 0],
      [1, 1, 0],
    ]);
    expect(runs[1]).toMatchObject({ select: [], byKind: { field: 1 }, byMoved: { live: 1 } });
    await rm(join(project.directory, 'world.yaml'));
    const text = await runInProcess(project, 'drift', '--trend');
    expect(text).toMatchObject({ exitCode: 0, stderr: '' });
    const lines = text.stdout.split('\n');
    expect(lines.slice(-3)[0]).toMatch(/^UTC +accounts {2}drift {2}items {2}unread$/);
    expect(lines.at(-2)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d +2 +0 +0 +0$/);
    expect(lines.at(-1)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d +2 +1 +1 +0 {2}█{24}$/);
    const one = await runInProcess(project, 'drift', '--trend', '--limit', '1');
    expect(one.stdout.split('\n').at(-1)).toBe(lines.at(-1));
  });

  it('has every run of several that look at the same time', async () => {
    const project = await openRemoteProject();
    await runInProcess(project, 'apply', '--yes');
    await consoleRequest(project.emulator, {
      method: 'PUT',
      path: '/v1.0/accounts/contoso.example',
      body: { Name: 'Somebody' },
    });
    const all = await Promise.all(['1', '2', '3'].map(() => runInProcess(project, 'drift')));
    for (const one of all) expect(one).toMatchObject({ exitCode: 2, stderr: '' });
    expect(await readTrend(project)).toHaveLength(3);
    const again = await runInProcess(project, 'drift');
    expect(again.stdout).toMatch(/apply; seen since \d{4}-\d\d-\d\d$/m);
  });

  it('stays within 80 columns, whatever the numbers are', async () => {
    const project = await copyProject(applied);
    const notes = openSqliteNotes({ file: join(project.directory, placeOfStore) });
    if (typeof notes === 'string') throw new Error(notes);
    const many = { accounts: 500_000, withDrift: 499_999, items: 123_456_789, unread: 250_000 };
    await notes.saveDriftRun(makeDriftRun('1', [], many));
    await notes.close();
    const { stdout } = await runInProcess(project, 'drift', '--trend');
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('says where there is none, and what --limit is for', async () => {
    const fresh = await copyExample('quickstart');
    const none = await runOnOneLine(fresh, 'drift', '--trend');
    expect(none).toMatchObject({ exitCode: 0, text: expect.stringContaining('recorded yet') });
    expect(existsSync(join(fresh.directory, placeOfStore))).toBe(false);
    const wrong = await runOnOneLine(fresh, 'drift', '--limit', '3');
    expect(wrong).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining('--limit needs --trend'),
    });
  });
});

describe('drift without a store that can be written', () => {
  it('makes none, says so once, and exits as it would', async () => {
    const fresh = await copyExample('quickstart');
    const found = await runOnOneLine(fresh, 'drift');
    expect(found).toMatchObject({ exitCode: 0, text: expect.stringContaining('no store yet') });
    expect(existsSync(join(fresh.directory, placeOfStore))).toBe(false);
  });

  it('reports drift without dates where the notes fail, and says why', async () => {
    const project = await copyProject(applied);
    await rename(project, 'Somebody');
    const other = new DatabaseSync(join(project.directory, placeOfStore));
    other.exec('UPDATE about SET record = record; DROP TABLE drift_seen');
    other.close();
    const { exitCode, stdout } = await runInProcess(project, 'drift', '--format', 'json');
    expect(exitCode).toBe(2);
    const { run, accounts } = JSON.parse(stdout);
    expect(run.diagnostics).toMatchObject([{ code: 'drift-not-noted', severity: 'warning' }]);
    expect(run.trend).toHaveLength(1);
    expect(
      accounts.find(({ account }: { account: string }) => account === 'contoso'),
    ).toMatchObject({
      items: [{ since: null, impact: 'in-place' }],
    });
  });

  it('does so for a role of PostgreSQL that may only read', async () => {
    const database = await openTestDatabase();
    const owner = { DATABASE_URL: database.url.reveal() };
    const own = new URL(owner.DATABASE_URL);
    own.username = 'onlooker';
    const project = await openRemoteProject(owner);
    await project.edit(
      'cyclectl.yaml',
      'limits:',
      'store: {postgres: {env: DATABASE_URL}}\n      limits:',
    );
    await runInProcess(project, 'apply', '--yes');
    await database.run('CREATE ROLE onlooker LOGIN');
    await database.run('GRANT USAGE ON SCHEMA cyclectl TO onlooker');
    await database.run('GRANT SELECT ON ALL TABLES IN SCHEMA cyclectl TO onlooker');
    const looking = {
      ...project,
      environment: { ...project.environment, DATABASE_URL: own.href },
    };
    const refused = await runOnOneLine(looking, 'drift');
    expect(refused).toMatchObject({
      exitCode: 0,
      text: expect.stringContaining('lacks the privileges'),
    });
    expect(refused.text.split('drift-not-noted')).toHaveLength(2);
    expect(await runOnOneLine(project, 'drift')).toMatchObject({ exitCode: 0 });
    expect(await readTrend(looking)).toHaveLength(1);
  });
});

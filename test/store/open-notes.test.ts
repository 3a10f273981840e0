import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SecretValue } from '../../src/model/secret/secret.ts';
import { makeEmptyState } from '../../src/model/state/account-state.ts';
import { migrations } from '../../src/store/migrations.ts';
import {
  openPostgresNotes,
  openPostgresStore,
  openPostgresStoreReader,
} from '../../src/store/postgres/open-postgres-store.ts';
import { postgresMigrations } from '../../src/store/postgres/postgres-migrations.ts';
import { openSqliteNotes, openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { StoreError } from '../../src/store/store-error.ts';
import { openTestDatabase } from '../postgres/open-test-database.ts';
import { makeDriftRun } from './samples.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

const scope = 'northwind/prod';

describe('openSqliteNotes', () => {
  it('makes no store where there is none, and of an empty file none either', () => {
    const file = join(makeTemporaryFolder(), 'deep', 'store.db');
    expect(openSqliteNotes({ file })).toBe('no-store');
    expect(existsSync(join(file, '..'))).toBe(false);
    const empty = join(makeTemporaryFolder(), 'store.db');
    writeFileSync(empty, '');
    expect(openSqliteNotes({ file: empty })).toBe('no-store');
    expect(readFileSync(empty)).toHaveLength(0);
  });

  it('leaves a store of an earlier version to those who need it', () => {
    const file = join(makeTemporaryFolder(), 'store.db');
    const database = new DatabaseSync(file);
    database.exec(`${migrations.slice(0, 2).join(';')}; PRAGMA user_version = 2`);
    database.exec(`PRAGMA application_id = ${0x6379636c}`);
    database.close();
    const before = readFileSync(file);
    expect(openSqliteNotes({ file })).toBe('earlier-store');
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('says so where another process holds the file for longer than it waits, and continues after it', async () => {
    const file = join(makeTemporaryFolder(), 'store.db');
    await openSqliteStore({ file }).close();
    const notes = openSqliteNotes({ file, busyTimeoutMs: 20 });
    if (typeof notes === 'string') throw new Error(notes);
    onTestFinished(() => notes.close());
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    const refused = notes.saveDriftRun(makeDriftRun('1'));
    await expect(refused).rejects.toThrow('another process has it locked');
    await expect(refused).rejects.toThrow(StoreError);
    other.exec('COMMIT');
    await notes.saveDriftRun(makeDriftRun('1'));
    expect(await notes.listDriftRuns({ limit: 9, fleetOnly: false })).toHaveLength(1);
  });
});

describe('openPostgresNotes', () => {
  it('makes no schema where there is none', async () => {
    const { url, run } = await openTestDatabase();
    expect(await openPostgresNotes({ url, scope })).toBe('no-store');
    expect(await run("SELECT 1 FROM pg_namespace WHERE nspname = 'cyclectl'")).toEqual([]);
  });

  it('leaves a schema of an earlier version as it is, which every reader reads without notes', async () => {
    const { url, run } = await openTestDatabase();
    await run('CREATE SCHEMA cyclectl');
    for (const text of (postgresMigrations[0] ?? '').split(/;\n/)) {
      if (text.trim() !== '') await run(text);
    }
    const record = JSON.stringify({ format: 'cyclectl-store', version: 1 });
    await run("INSERT INTO cyclectl.about VALUES ('', 'version', $1)", [record]);
    expect(await openPostgresNotes({ url, scope })).toBe('earlier-store');
    const reader = await openPostgresStoreReader({ url, scope });
    expect(await reader.readState('northwind')).toEqual(makeEmptyState('northwind'));
    expect(await reader.listDriftRuns({ limit: 9, fleetOnly: false })).toEqual([]);
    await reader.close();
    await (await openPostgresStore({ url, scope })).close();
    const notes = await openPostgresNotes({ url, scope });
    expect(notes).not.toBe('earlier-store');
    if (typeof notes !== 'string') await notes.close();
  });

  it('lets a role with only the right to write notes do so, and reports one without it', async () => {
    const { url, run } = await openTestDatabase();
    await (await openPostgresStore({ url, scope })).close();
    for (const role of ['looker', 'noter']) {
      await run(`CREATE ROLE ${role} LOGIN`);
      await run(`GRANT USAGE ON SCHEMA cyclectl TO ${role}`);
      await run(`GRANT SELECT ON ALL TABLES IN SCHEMA cyclectl TO ${role}`);
    }
    const tables = 'cyclectl.drift_seen, cyclectl.drift_runs';
    await run(`GRANT INSERT, UPDATE, DELETE ON ${tables} TO noter`);
    const open = async (user: string) => {
      const own = new URL(url.reveal());
      own.username = user;
      const notes = await openPostgresNotes({ url: new SecretValue(own.href), scope });
      if (typeof notes === 'string') throw new Error(notes);
      onTestFinished(() => notes.close());
      return notes;
    };
    const [looker, noter] = [await open('looker'), await open('noter')];
    await noter.saveDriftRun(makeDriftRun('1'));
    const look = { account: 'a', by: 'r', at: '2026-11-22T06:00:00Z', after: null, items: [] };
    expect(await noter.recordObserved(look)).toEqual([]);
    expect(await looker.listDriftRuns({ limit: 9, fleetOnly: true })).toHaveLength(1);
    await expect(looker.saveDriftRun(makeDriftRun('2'))).rejects.toThrow('lacks the privileges');
  });
});

import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';

import { OperationalError } from '../../../src/kit/operational-error.ts';
import { toCycleAddress } from '../../../src/model/address.ts';
import type { ObjectRecord } from '../../../src/model/state/account-state.ts';
import { migrations } from '../../../src/store/migrations.ts';
import { openDatabase, openDatabaseForReading } from '../../../src/store/sqlite/open-database.ts';
import {
  openSqliteStore,
  openSqliteStoreReader,
} from '../../../src/store/sqlite/open-sqlite-store.ts';
import { StoreError } from '../../../src/store/store-error.ts';
import { makeHolder } from '../samples.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';

const account = 'northwind';
const openers = { openSqliteStore, openSqliteStoreReader };

function makeObject(index: number): ObjectRecord {
  const address = toCycleAddress(account, `cycle-${index}`);
  return { address, kind: 'cycle', remoteId: `${index}`, applied: {}, run: null };
}

async function makeStoreFile(objects = 1): Promise<string> {
  const file = join(makeTemporaryFolder(), 'store.db');
  const store = openSqliteStore({ file });
  const saveObjects = Array.from({ length: objects }, (_, index) => makeObject(index));
  await store.update({ account, saveObjects });
  await store.close();
  return file;
}

function change(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

function catchStoreError(run: () => unknown): StoreError {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(StoreError);
    return error as StoreError;
  }
  throw new Error('nothing was thrown');
}

describe.each(Object.entries(openers))('%s', (_name, open) => {
  it('refuses the file of a newer version, says both versions, and leaves it alone', async () => {
    const file = await makeStoreFile();
    change(file, `PRAGMA user_version = ${migrations.length + 1}`);
    const before = readFileSync(file);
    const error = catchStoreError(() => open({ file }));
    expect(error.message).toContain(file);
    expect(error.message).toContain('newer cyclectl');
    expect(error.message).toContain(`${migrations.length + 1}`);
    expect(error.remedy).toContain('newer cyclectl');
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it('refuses the database of another program and leaves it alone', () => {
    const file = join(makeTemporaryFolder(), 'store.db');
    change(file, 'CREATE TABLE theirs (name TEXT); INSERT INTO theirs VALUES (1)');
    const before = readFileSync(file);
    expect(catchStoreError(() => open({ file })).message).toContain('another program');
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it.each([
    ['a text', Buffer.from('kind: Project\n'.repeat(100))],
    ['a few bytes', Buffer.from('x')],
    ['a page of zeros', Buffer.alloc(4096)],
  ])('refuses %s that is no database and leaves it alone', (_what, bytes) => {
    const file = join(makeTemporaryFolder(), 'store.db');
    writeFileSync(file, bytes);
    const error = catchStoreError(() => open({ file }));
    expect(error.message).toContain(file);
    expect(error.remedy).not.toBe('');
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  it('reports a folder instead of the file', () => {
    const file = join(makeTemporaryFolder(), 'store.db');
    mkdirSync(file);
    expect(catchStoreError(() => open({ file })).message).toContain(file);
  });

  it('does not take a file that it cannot look at for a file that is not there', () => {
    const file = join(makeTemporaryFolder(), 'store.db');
    symlinkSync(file, file);
    expect(catchStoreError(() => open({ file })).message).toContain('ELOOP');
  });

  it('reports a truncated file, and leaves it unchanged', async () => {
    const file = await makeStoreFile(2000);
    truncateSync(file, 4096 * 3);
    const before = readFileSync(file);
    const error = await catchAnyError(async () => {
      const store = open({ file });
      onTestFinished(() => store.close());
      await store.readState(account);
    });
    expect(error).toBeInstanceOf(StoreError);
    expect(String(error)).toContain('damaged');
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  it.each([
    ['UPDATE objects SET record = \'{"address":\'', 'is not JSON'],
    ["UPDATE objects SET record = '7'", 'is not an object'],
    ["UPDATE objects SET record = json_remove(record, '$.applied')", '/applied must be an object'],
    [
      "UPDATE objects SET record = json_set(record, '$.applied.state', null)",
      '/applied/state must be',
    ],
    [
      'UPDATE objects SET record = json_set(record, \'$.applied.state\', json(\'{"kind":"plain","value":{"kind":"step"}}\'))',
      '/applied/state/value/step must be text',
    ],
    [
      `INSERT INTO pauses VALUES ('northwind', 'northwind/cycles/a', '{"address":"northwind/cycles/a"}')`,
      'in the record of northwind/cycles/a /cycleId must be text',
    ],
    ["UPDATE objects SET address = 'northwind/cycles/other'", 'is for another address'],
    ['ALTER TABLE objects RENAME COLUMN record TO note', 'record'],
    ['DROP TABLE pauses', 'no such table: pauses'],
    ['PRAGMA application_id = 1', 'another program'],
    ['PRAGMA user_version = 0', 'its version and tables disagree'],
  ])('reports manual damage with %s', async (sql, says) => {
    const file = await makeStoreFile();
    change(file, sql);
    const error = await catchAnyError(async () => {
      const store = open({ file });
      onTestFinished(() => store.close());
      await store.readState(account);
    });
    expect(error).toBeInstanceOf(StoreError);
    expect(String(error)).toContain(says);
  });
});

/** The record of an account, of before origins existed. */
const address = '{"address":"northwind","kind":"account","remoteId":"7","applied":{}}';

describe('openSqliteStore', () => {
  it('says who is in the way when another process does not stop writing', async () => {
    const file = await makeStoreFile();
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    const store = openSqliteStore({ file, busyTimeoutMs: 1 });
    onTestFinished(async () => {
      await store.close();
      other.close();
    });
    const error = await catchAnyError(() =>
      store.update({ account, saveObjects: [makeObject(1)] }),
    );
    expect(error).toBeInstanceOf(StoreError);
    expect(String(error)).toContain('another process');
    // Reading goes on meanwhile, and after the other has ended so does writing.
    expect((await store.readState(account)).objects.size).toBe(1);
    other.exec('COMMIT');
    await store.update({ account, saveObjects: [makeObject(1)] });
    expect((await store.readState(account)).objects.size).toBe(2);
  });

  it('brings files of every earlier version up to this one and keeps what they hold', async () => {
    for (let version = 0; version <= migrations.length; version += 1) {
      const file = join(makeTemporaryFolder(), 'store.db');
      const early = migrations.slice(0, version).join(';');
      change(file, `${early}; PRAGMA user_version = ${version}`);
      if (version > 0) {
        change(file, `PRAGMA application_id = ${0x6379636c}`);
        change(
          file,
          `INSERT INTO objects VALUES ('northwind', 'n', '${address.replace('"northwind"', '"n"')}')`,
        );
      }
      const store = openSqliteStore({ file });
      expect((await store.readState(account)).objects.size).toBe(version === 0 ? 0 : 1);
      await store.update({ account, saveObjects: [makeObject(1)] });
      await store.close();
    }
  });

  it('reads a file of the first version as it is, and the first writer loses nothing of it', async () => {
    const file = join(makeTemporaryFolder(), 'store.db');
    const [first = ''] = migrations;
    change(file, `${first}; PRAGMA user_version = 1; PRAGMA application_id = ${0x6379636c}`);
    change(file, `INSERT INTO objects VALUES ('northwind', 'northwind', '${address}')`);
    const pause =
      '{"address":"northwind/cycles/a","cycleId":"3","schedule":{"kind":"every","every":"1h"},"pausedAt":"2026-12-01T05:00:00Z"}';
    change(file, `INSERT INTO pauses VALUES ('northwind', 'northwind/cycles/a', '${pause}')`);
    const before = readFileSync(file);

    const reader = openSqliteStoreReader({ file });
    onTestFinished(() => reader.close());
    const state = await reader.readState(account);
    expect([state.objects.size, state.pauses.size, state.writes.size]).toEqual([1, 1, 0]);
    expect(await reader.listOwners('7')).toEqual([account]);
    expect(await reader.listRuns(1)).toEqual([]);
    expect(await reader.listLocks()).toEqual([]);
    expect(await reader.readTarget()).toBeNull();
    expect(readFileSync(file).equals(before)).toBe(true);

    const store = openSqliteStore({ file });
    onTestFinished(() => store.close());
    expect(await store.readState(account)).toEqual(state);
    expect(await store.acquireLock(account, makeHolder('ann-1'))).toEqual({
      kind: 'taken',
      fence: 1,
    });
    // A plan that began before sees what is new of the tables that it had.
    await store.update({ account, saveObjects: [makeObject(1)] });
    expect((await reader.readState(account)).objects.size).toBe(2);
  });

  it('throws trouble, which the command line prints without a stack trace', () => {
    expect(catchStoreError(() => openSqliteStore({ file: '/dev/null/store.db' }))).toBeInstanceOf(
      OperationalError,
    );
  });
});

describe('openDatabase', () => {
  it('waits for another process that is about to make the same file', () => {
    const file = join(makeTemporaryFolder(), 'store.db');
    const other = new DatabaseSync(file);
    onTestFinished(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    const begun = performance.now();
    const error = catchStoreError(() => openDatabase({ file, busyTimeoutMs: 60 }));
    expect(error.message).toContain('another process');
    // SQLite itself gives up at once here.
    expect(performance.now() - begun).toBeGreaterThanOrEqual(50);
    other.exec('COMMIT');
    openDatabase({ file }).close();
  });

  it('waits for the disk at each change, and keeps reading beside a writer', () => {
    const database = openDatabase({ file: join(makeTemporaryFolder(), 'store.db') });
    onTestFinished(() => database.close());
    expect(database.prepare('PRAGMA synchronous').get()).toMatchObject({ synchronous: 2 });
    expect(database.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
  });
});

describe('openDatabaseForReading', () => {
  it('cannot write, whoever asks', async () => {
    const database = openDatabaseForReading({ file: await makeStoreFile() });
    onTestFinished(() => database?.close());
    expect(() => database?.exec('DELETE FROM objects')).toThrow('readonly');
  });
});

async function catchAnyError(run: () => Promise<unknown>): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';

import { toCycleAddress } from '../../../src/model/address.ts';
import type { StoreReader } from '../../../src/model/ports.ts';
import {
  type AccountState,
  makeEmptyState,
  type ObjectRecord,
} from '../../../src/model/state/account-state.ts';
import { LostLockError } from '../../../src/model/state/lock.ts';
import {
  openSqliteStore,
  openSqliteStoreReader,
} from '../../../src/store/sqlite/open-sqlite-store.ts';
import { accountKey, addChange, anyChange, isEmptyState } from '../account-states.ts';
import { makeHolder } from '../samples.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';

const account = 'northwind';
const cycle: ObjectRecord = {
  address: toCycleAddress(account, 'contacts'),
  kind: 'cycle',
  remoteId: '7',
  applied: {},
  run: null,
};

describe('openSqliteStore', () => {
  it('shows every change to whoever shares the file, and to whoever opens it later', async () => {
    const folder = makeTemporaryFolder();
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.record({ does: fc.constant('change' as const), anyChange }) },
      { weight: 2, arbitrary: fc.record({ does: fc.constant('read' as const), accountKey }) },
      { weight: 1, arbitrary: fc.record({ does: fc.constant('reopen' as const) }) },
    );
    const steps = fc.array(fc.tuple(fc.nat({ max: 2 }), step), { maxLength: 10 });
    let worlds = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (walk) => {
        worlds += 1;
        const file = join(folder, `${worlds}.db`);
        const stores = [1, 2, 3].map(() => openSqliteStore({ file }));
        const model = new Map<string, AccountState>();
        for (const [index, done] of walk) {
          const store = stores[index] ?? openSqliteStore({ file });
          if (done.does === 'change') {
            await store.update(done.anyChange);
            const key = done.anyChange.account;
            model.set(key, addChange(model.get(key) ?? makeEmptyState(key), done.anyChange));
          } else if (done.does === 'read') {
            const wanted = model.get(done.accountKey) ?? makeEmptyState(done.accountKey);
            expect(await store.readState(done.accountKey)).toEqual(wanted);
          } else {
            await store.close();
            stores[index] = openSqliteStore({ file });
          }
        }
        for (const store of stores) await store.close();
        const reader = openSqliteStoreReader({ file });
        await expectSame(reader, model);
        await reader.close();
      }),
      { numRuns: 40 },
    );
  });

  it('drops before it keeps, so that one change can put one object in place of another', async () => {
    const store = openSqliteStore({ file: ':memory:' });
    onTestFinished(() => store.close());
    await store.update({ account, saveObjects: [cycle] });
    const replaced = { ...cycle, remoteId: '8' };
    await store.update({ account, deleteObjects: [cycle.address], saveObjects: [replaced] });
    expect((await store.readState(account)).objects.get(cycle.address)).toEqual(replaced);
  });

  it('lists accounts in one order whatever the order of their changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(accountKey), async (accounts) => {
        const store = openSqliteStore({ file: ':memory:' });
        for (const key of accounts) await store.update({ account: key, saveObjects: [cycle] });
        expect(await store.listAccounts()).toEqual([...accounts].sort());
        await store.close();
      }),
    );
  });

  it.skipIf(process.platform === 'win32')(
    'keeps its folders and all its files from other users, whatever the umask',
    async () => {
      const folder = makeTemporaryFolder();
      const file = join(folder, '.cyclectl', 'prod', 'store.db');
      const store = openSqliteStore({ file });
      onTestFinished(() => store.close());
      await store.update({ account, saveObjects: [cycle] });
      const place = join(folder, '.cyclectl', 'prod');
      const names = readdirSync(place).sort();
      expect(names).toEqual(['store.db', 'store.db-shm', 'store.db-wal']);
      for (const name of names) expect(readMode(join(place, name))).toBe('600');
      expect(readMode(place)).toBe('700');
      expect(readMode(join(folder, '.cyclectl'))).toBe('700');
    },
  );
});

describe('openSqliteStoreReader', () => {
  it('creates no file and no folder, and stores nothing', async () => {
    const folder = makeTemporaryFolder();
    const reader = openSqliteStoreReader({ file: join(folder, 'prod', 'store.db') });
    expect(await reader.listAccounts()).toEqual([]);
    expect(await reader.readState(account)).toEqual(makeEmptyState(account));
    await reader.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('reads an empty file as no state and leaves it empty', async () => {
    const folder = makeTemporaryFolder();
    const file = join(folder, 'store.db');
    writeFileSync(file, '');
    const reader = openSqliteStoreReader({ file });
    expect(await reader.readState(account)).toEqual(makeEmptyState(account));
    await reader.close();
    expect(readFileSync(file).length).toBe(0);
    expect(readdirSync(folder)).toEqual(['store.db']);
  });

  it('leaves the bytes of the file as they are, and nothing beside it', async () => {
    const folder = makeTemporaryFolder();
    const file = join(folder, 'store.db');
    const store = openSqliteStore({ file });
    await store.update({ account, saveObjects: [cycle] });
    await store.close();
    const before = readFileSync(file);
    const reader = openSqliteStoreReader({ file });
    expect((await reader.readState(account)).objects.size).toBe(1);
    await reader.close();
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folder)).toEqual(['store.db']);
  });

  it('sees at once what an apply beside it makes durable', async () => {
    const file = join(makeTemporaryFolder(), 'store.db');
    const store = openSqliteStore({ file });
    const reader = openSqliteStoreReader({ file });
    onTestFinished(async () => {
      await reader.close();
      await store.close();
    });
    expect((await reader.readState(account)).objects.size).toBe(0);
    await store.update({ account, saveObjects: [cycle] });
    expect((await reader.readState(account)).objects.get(cycle.address)).toEqual(cycle);
  });
});

async function expectSame(
  store: StoreReader,
  model: ReadonlyMap<string, AccountState>,
): Promise<void> {
  for (const [key, state] of model) expect(await store.readState(key)).toEqual(state);
  const known = [...model].filter(([, state]) => !isEmptyState(state)).map(([key]) => key);
  expect(await store.listAccounts()).toEqual(known.sort());
}

function readMode(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

it('lets another run lock the account of a removed holder, which the fence then refuses', async () => {
  const file = join(makeTemporaryFolder(), 'store.db');
  const store = openSqliteStore({ file });
  const lost = await store.acquireLock(account, makeHolder('lost'));
  if (lost.kind !== 'taken') throw new Error('It is free');
  const database = new DatabaseSync(file);
  database.exec('DELETE FROM holders');
  database.close();
  expect(await store.listLocks()).toEqual([]);
  const other = await store.acquireLock(account, makeHolder('other'));
  expect(other).toEqual({ kind: 'taken', fence: lost.fence + 1 });
  await expect(store.update({ account, fence: lost.fence })).rejects.toThrow(LostLockError);
  await store.close();
});

import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';

import { openPostgresStore } from '../../../src/store/postgres/open-postgres-store.ts';
import { openTestDatabase, type TestDatabase } from '../../postgres/open-test-database.ts';
import { makeHolder } from '../samples.ts';

const account = 'northwind';
let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});

describe('locks on PostgreSQL', () => {
  it('goes by the clock of the server for who was not heard of', async () => {
    const store = await openPostgresStore({ url: database.url, scope: 'a/clock' });
    onTestFinished(() => store.close());
    await store.acquireLock(account, makeHolder('ann-1'));
    await database.run("UPDATE cyclectl.holders SET heard = heard - 31000 WHERE scope = 'a/clock'");
    const [lock] = await store.listLocks();
    expect(lock?.silentMs).toBeGreaterThanOrEqual(31_000);
    await store.heartbeat(makeHolder('ann-1'));
    expect((await store.listHolders())[0]?.silentMs).toBeLessThan(31_000);
  });

  it('locks an account for one of two runs at once while the holder is unknown', async () => {
    const target = { url: database.url, scope: 'a/race' };
    const stores = [await openPostgresStore(target), await openPostgresStore(target)];
    await stores[0]?.acquireLock(account, makeHolder('gone'));
    await stores[0]?.removeHolder('gone');
    const letGo = await database.hold(lockRows('a/race'));
    const takes = stores.map((store, at) => store.acquireLock(account, makeHolder(`one-${at}`)));
    await database.waitForBlocked(2);
    await letGo();
    const kinds = (await Promise.all(takes)).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['held', 'taken']);
    for (const store of stores) await store.close();
  });

  it('says who is in the way where a lock is held too long', async () => {
    const place = { url: database.url, scope: 'a/held' };
    const store = await openPostgresStore(place);
    onTestFinished(() => store.close());
    const { fence } = (await store.acquireLock(account, makeHolder('a'))) as { fence: number };
    // A busy server may need longer than that to open a connection.
    const hasty = await vi.waitFor(() => openPostgresStore({ ...place, timeoutMs: 200 }), 25_000);
    onTestFinished(() => hasty.close());
    const letGo = await database.hold(lockRows('a/held'));
    await expect(hasty.update({ account, fence })).rejects.toThrow(/another process holds/);
    await letGo();
    await vi.waitFor(() => hasty.update({ account, fence }), 25_000);
  });
});

function lockRows(scope: string): string {
  return `SELECT 1 FROM cyclectl.locks WHERE scope = '${scope}' FOR UPDATE`;
}

import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';

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

  it('gives an account to one of two that both come while it cannot be told', async () => {
    const place = { url: database.url, scope: 'a/race' };
    const stores = [await openPostgresStore(place), await openPostgresStore(place)];
    await stores[0]?.acquireLock(account, makeHolder('gone'));
    await stores[0]?.removeHolder('gone');
    const held = database.run(
      "BEGIN; SELECT 1 FROM cyclectl.locks WHERE scope = 'a/race' FOR UPDATE; SELECT pg_sleep(0.3); COMMIT",
    );
    const takes = stores.map((store, at) => store.acquireLock(account, makeHolder(`one-${at}`)));
    const kinds = (await Promise.all(takes)).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['held', 'taken']);
    await held;
    for (const store of stores) await store.close();
  });

  it('says who is in the way where a lock is held too long', async () => {
    const store = await openPostgresStore({ url: database.url, scope: 'a/held', timeoutMs: 200 });
    const { fence } = (await store.acquireLock(account, makeHolder('a'))) as { fence: number };
    const held = database.run(
      "BEGIN; SELECT 1 FROM cyclectl.locks WHERE scope = 'a/held' FOR UPDATE; SELECT pg_sleep(0.6); COMMIT",
    );
    await expect
      .poll(async () => {
        const waits = await database.run(
          "SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep(0.6)%' AND wait_event = 'PgSleep'",
        );
        return waits.length;
      })
      .toBe(1);
    await expect(store.update({ account, fence })).rejects.toThrow(/another process holds/);
    await held;
    await store.update({ account, fence });
    await store.close();
  });
});

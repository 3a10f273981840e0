import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { StoreReader } from '../../../src/model/ports.ts';
import type { Closable } from '../../../src/store/make-store.ts';
import {
  openPostgresStore,
  openPostgresStoreReader,
} from '../../../src/store/postgres/open-postgres-store.ts';
import { openTestDatabase, type TestDatabase } from '../../postgres/open-test-database.ts';
import { killAfterLines, readRound, startWriter } from '../writers/start-writer.ts';

const scope = 'northwind/prod';
let database: TestDatabase;
let reader: StoreReader & Closable;
let url = '';

beforeAll(async () => {
  database = await openTestDatabase();
  url = database.url.reveal();
  const target = { url: database.url, scope };
  await (await openPostgresStore(target)).close();
  reader = await openPostgresStoreReader(target);
});

afterAll(() => reader.close());

describe('the shared store and processes that die', () => {
  it('loses nothing that was durable and keeps no half of a change, killed at any time', async () => {
    for (const lines of [1, 20]) {
      const heard = await killAfterLines(startWriter([url, 'forever']), lines);
      const kept = readRound(await reader.readState('northwind'));
      expect(kept).toBeGreaterThanOrEqual(heard);
      // Each begins anew at 1, on what is left of the one before.
      await expectFree();
    }
  });

  it('keeps the state before a change when the process dies in the middle of it', async () => {
    const ended = await startWriter([url, 'at', '3']);
    expect(ended.signal).toBe('SIGKILL');
    await expectFree();
    expect(readRound(await reader.readState('northwind'))).toBe(1);
  });

  it('never shows one half of a change to those who read meanwhile', async () => {
    const child = startWriter([url, 'forever']);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const seen = new Set<number>();
    while (seen.size < 20) seen.add(readRound(await reader.readState('northwind')));
    child.kill('SIGKILL');
    await child;
  });
});

/** Whoever comes next is not held up by the dead one: the server has undone what it had begun. */
async function expectFree(): Promise<void> {
  const store = await openPostgresStore({ url: database.url, scope });
  await store.update({ account: 'northwind', moveFrom: 'contoso' });
  await store.close();
}

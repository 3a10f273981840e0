import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';

import {
  openSqliteNotes,
  openSqliteStore,
  openSqliteStoreReader,
} from '../../../src/store/sqlite/open-sqlite-store.ts';
import { describeFilling } from '../contracts/fill-contract.ts';
import { describeNotes, type NotesOpeners } from '../contracts/notes-contract.ts';
import { describeRevisions } from '../contracts/revision-contract.ts';
import { describeRevocations } from '../contracts/revocation-contract.ts';
import { describeStore, type StoreOpeners } from '../contracts/store-contract.ts';
import { makeHolder } from '../samples.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';

describe('the store on SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cyclectl-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  let made = 0;
  const makeOpeners = async (): Promise<StoreOpeners & NotesOpeners> => {
    made += 1;
    const file = join(folder, `${made}.db`);
    return {
      openWriter: async () => openSqliteStore({ file }),
      openReader: async () => openSqliteStoreReader({ file }),
      openNotes: async () => openSqliteNotes({ file }),
    };
  };
  describeStore(makeOpeners);
  describeRevisions(makeOpeners);
  describeRevocations(makeOpeners);
  describeFilling(makeOpeners);
  describeNotes(makeOpeners);

  it('reports how long a holder was silent, and never a negative time', async () => {
    let now = Date.parse('2026-11-21T18:51:32Z');
    const file = join(makeTemporaryFolder(), 'store.db');
    const store = openSqliteStore({ file, now: () => now });
    onTestFinished(() => store.close());
    await store.acquireLock('northwind', makeHolder('ann-1'));
    now += 31_000;
    expect(await store.listLocks()).toMatchObject([
      { silentMs: 31_000, since: '2026-11-21T18:51:32.000Z', fence: 1 },
    ]);
    await store.heartbeat(makeHolder('ann-1'));
    now -= 5_000;
    expect(await store.listHolders()).toEqual([{ holder: makeHolder('ann-1'), silentMs: 0 }]);
  });
});

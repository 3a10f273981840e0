import { join } from 'node:path';
import { execa } from 'execa';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { AccountState } from '../../src/model/state/account-state.ts';
import {
  openSqliteNotes,
  openSqliteStore,
  openSqliteStoreReader,
} from '../../src/store/sqlite/open-sqlite-store.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { killAfterLines, readRound, startWriter } from './writers/start-writer.ts';

describe('the store and processes that die', () => {
  it('loses nothing that was durable and keeps no half of a change, killed at any time', async () => {
    const folder = makeTemporaryFolder();
    let worlds = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), async (lines) => {
        worlds += 1;
        const file = join(folder, `${worlds}.db`);
        const heard = await killAfterLines(startWriter([file, 'forever']), lines);
        const kept = readRound(await readState(file));
        expect(kept).toBeGreaterThanOrEqual(heard);
      }),
      { numRuns: 8, interruptAfterTimeLimit: 20_000 },
    );
  });

  it.each([0, 1, 3, 5])(
    'keeps the state before a change when the process dies as row %i of it is written',
    async (row) => {
      const file = join(makeTemporaryFolder(), 'store.db');
      const ended = await startWriter([file, 'at', String(row)]);
      expect(ended.signal).toBe('SIGKILL');
      expect(readRound(await readState(file))).toBe(1);
      // Whoever comes next is not held up by the dead one's lock.
      const store = openSqliteStore({ file, busyTimeoutMs: 0 });
      await store.update({ account: 'contoso' });
      await store.close();
    },
  );

  it('never shows one half of a change to those who read meanwhile', async () => {
    const file = join(makeTemporaryFolder(), 'store.db');
    const child = startWriter([file, 'forever']);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const reader = openSqliteStoreReader({ file });
    const seen = new Set<number>();
    while (seen.size < 100) seen.add(readRound(await reader.readState('northwind')));
    await reader.close();
    child.kill('SIGKILL');
    await child;
  });

  // A process that could take it would delete the changes that are not in the file itself yet.
  it.each(Object.entries({ openSqliteStore, openSqliteStoreReader, openSqliteNotes }))(
    'keeps its file from other processes after it was opened once more with %s',
    async (_name, open) => {
      const file = join(makeTemporaryFolder(), 'store.db');
      const store = openSqliteStore({ file });
      await store.update({ account: 'northwind' });
      const again = open({ file });
      if (typeof again !== 'string') await again.close();
      expect((await takeAlone(file)).stderr).toContain('database is locked');
      await store.close();
      expect(await takeAlone(file)).toMatchObject({ exitCode: 0 });
    },
  );

  it('lets processes that make and write the same files at the same time all have their way', async () => {
    const file = join(makeTemporaryFolder(), 'store');
    const accounts = ['northwind', 'contoso', 'fabrikam'];
    const files = 50;
    const writers = accounts.map((account) => startWriter([file, 'race', `${files}`, account]));
    const ready = writers.map(
      ({ stdout }) => new Promise((resolve) => stdout.once('data', resolve)),
    );
    await Promise.all(ready);
    for (const one of writers) one.stdin.end('go\n');
    for (const ended of await Promise.all(writers)) expect(ended.stderr).toBe('');
    for (let index = 1; index <= files; index += 1) {
      for (const account of accounts)
        expect(readRound(await readState(`${file}${index}`, account))).toBe(index);
      const shared = await readState(`${file}${index}`, 'shared');
      expect(shared.objects.size).toBe(accounts.length);
    }
  });
});

/** Takes a file for a process alone, as SQLite does where it is the last to close it. */
function takeAlone(file: string) {
  const take = `const { DatabaseSync } = require('node:sqlite');
    new DatabaseSync(process.argv[1]).exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT');`;
  return execa(process.execPath, ['-e', take, file], { reject: false });
}

async function readState(file: string, account = 'northwind'): Promise<AccountState> {
  const reader = openSqliteStoreReader({ file });
  const state = await reader.readState(account);
  await reader.close();
  return state;
}

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { AccountMemory } from '../../src/model/memory.ts';
import { openSqliteStore, openSqliteStoreReader } from '../../src/store/open-sqlite-store.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

const writer = fileURLToPath(new URL('./dying-writer.ts', import.meta.url));
const rows = 6;

describe('the store and processes that die', () => {
  it('loses nothing that was durable and keeps no half of a change, killed at any time', async () => {
    const folder = makeTemporaryFolder();
    let worlds = 0;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 60 }), async (lines) => {
        worlds += 1;
        const file = join(folder, `${worlds}.db`);
        const heard = await killAfterLines(startWriter([file, 'forever']), lines);
        const kept = readRound(await readMemory(file));
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
      const memory = await readMemory(file);
      expect(readRound(memory)).toBe(1);
      expect(memory.pauses.size).toBe(0);
      // Whoever comes next is not held up by the dead one's lock.
      const store = openSqliteStore({ file, busyTimeoutMs: 0 });
      await store.change({ account: 'contoso' });
      store.close();
    },
  );

  it('lets processes that open and write one new file at the same time all have their way', async () => {
    const file = join(makeTemporaryFolder(), 'store.db');
    const accounts = ['northwind', 'contoso', 'fabrikam'];
    const changes = 40;
    const writers = accounts.map((account) => startWriter([file, 'count', `${changes}`, account]));
    const ready = writers.map(
      ({ stdout }) => new Promise((resolve) => stdout.once('data', resolve)),
    );
    await Promise.all(ready);
    for (const one of writers) one.stdin.end('go\n');
    for (const ended of await Promise.all(writers)) expect(ended.exitCode).toBe(0);
    for (const account of accounts)
      expect(readRound(await readMemory(file, account))).toBe(changes);
    const shared = await readMemory(file, 'shared');
    expect(shared.objects.size).toBe(changes * accounts.length);
  });
});

function startWriter(args: readonly string[]) {
  return execa(process.execPath, [writer, ...args], { reject: false });
}

/** Kills the writer at its n-th line, wherever it is by then; gives the last number that it told. */
async function killAfterLines(
  child: ReturnType<typeof startWriter>,
  lines: number,
): Promise<number> {
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    if (text.split('\n').length > lines) child.kill('SIGKILL');
  });
  const ended = await child;
  expect(ended.signal).toBe('SIGKILL');
  return Number(text.split('\n').at(-2));
}

async function readMemory(file: string, account = 'northwind'): Promise<AccountMemory> {
  const reader = openSqliteStoreReader({ file });
  const memory = await reader.readMemory(account);
  reader.close();
  return memory;
}

/** The number of the change that all rows carry. */
function readRound(memory: AccountMemory): number {
  const rounds = [...memory.objects.values()].map((object) => Number(object.remoteId));
  expect(rounds).toHaveLength(rows);
  expect(new Set(rounds).size).toBe(1);
  return rounds[0] ?? 0;
}

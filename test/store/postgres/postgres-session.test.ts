import { beforeAll, describe, expect, it } from 'vitest';

import { openPostgresSession } from '../../../src/store/postgres/postgres-session.ts';
import type { Steps } from '../../../src/store/steps/steps.ts';
import { openTestDatabase, type TestDatabase } from '../../postgres/open-test-database.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
  await database.run('CREATE TABLE sums (id int PRIMARY KEY, sum int)');
  await database.run('INSERT INTO sums VALUES (1, 0), (2, 0)');
});

const open = (readOnly: boolean) =>
  openPostgresSession({ url: database.url, scope: 'a/b' }, { readOnly });

function* say(...texts: readonly string[]): Steps<void> {
  for (const text of texts) yield { text, values: [] };
}

describe('openPostgresSession', () => {
  it('has the server refuse every write of who only reads', async () => {
    const session = await open(true);
    const add = 'UPDATE public.sums SET sum = sum + 1';
    await expect(session.read(() => say(add))).rejects.toThrow(/read-only/);
    await expect(session.write(() => say(add))).rejects.toThrow(/read-only/);
    await session.close();
    expect(await database.run('SELECT sum FROM sums')).toEqual([{ sum: 0 }, { sum: 0 }]);
  });

  it('begins a transaction again that the server undid for the sake of another', async () => {
    const session = await open(false);
    const openGate = await database.hold('SELECT pg_advisory_xact_lock(1)');
    let begun = 0;
    const add = (first: number, second: number) =>
      session.write(() => {
        begun += 1;
        return say(
          "SET LOCAL deadlock_timeout = '5ms'",
          `UPDATE public.sums SET sum = sum + 1 WHERE id = ${first}`,
          // Both have their first row when the gate opens, however slow one of them is.
          'SELECT pg_advisory_xact_lock_shared(1)',
          `UPDATE public.sums SET sum = sum + 1 WHERE id = ${second}`,
        );
      });
    const added = Promise.all([add(1, 2), add(2, 1)]);
    await database.waitForBlocked(2);
    await openGate();
    await added;
    await session.close();
    expect(begun).toBeGreaterThan(2);
    expect(await database.run('SELECT sum FROM sums')).toEqual([{ sum: 2 }, { sum: 2 }]);
  });
});

import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { openJobQueue } from '../../../src/store/controller/open-job-queue.ts';
import { openTestDatabase, type TestDatabase } from '../../postgres/open-test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});

async function openQueue(partition: string) {
  const reported: string[] = [];
  const place = {
    environment: 'test',
    partition,
    report: (text: string) => void reported.push(text),
  };
  const queue = await openJobQueue({ url: database.url, scope: 'shop/test' }, place);
  onTestFinished(() => queue.close());
  return { ...queue, reported };
}

it('gives an account to one worker at a time, and each job once', async () => {
  const [first, second] = [await openQueue('busy'), await openQueue('busy')];
  const busy = new Set<string>();
  const twice: string[] = [];
  let done = 0;
  const handle = async ({ account }: { readonly account: string }) => {
    if (busy.has(account)) twice.push(account);
    busy.add(account);
    await new Promise((resolve) => setImmediate(resolve));
    busy.delete(account);
    done += 1;
  };
  await first.work(4, handle);
  await second.work(4, handle);
  await first.send(Array.from({ length: 200 }, (_, at) => `account-${at % 150}`));
  await expect.poll(() => done, { timeout: 30_000 }).toBe(200);
  expect(twice).toEqual([]);
  expect([...first.reported, ...second.reported]).toEqual([]);
});

it('keeps a job that ended without a result, with its reason, and does not repeat it', async () => {
  const queue = await openQueue('dead');
  let tried = 0;
  await queue.work(2, async () => {
    tried += 1;
    throw new Error('the disk is full');
  });
  await queue.send(['northwind']);
  await expect.poll(() => queue.listDead(), { timeout: 30_000 }).toHaveLength(1);
  const dead = await queue.listDead();
  expect(dead).toMatchObject([{ account: 'northwind', reason: 'the disk is full' }]);
  await queue.deleteDead(dead);
  expect(await queue.listDead()).toEqual([]);
  expect(tried).toBe(1);
});

it('stores names alone of a job', async () => {
  const queue = await openQueue('names');
  await queue.send(['contoso']);
  const rows = await database.run(
    "SELECT data FROM cyclectl_queue.job WHERE data->>'account' = 'contoso'",
  );
  expect(rows).toEqual([{ data: { environment: 'test', account: 'contoso' } }]);
});

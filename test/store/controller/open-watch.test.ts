import { beforeAll, expect, it, onTestFinished } from 'vitest';
import type { DriftItem } from '../../../src/model/plan/plan.ts';
import type { DriftAccount } from '../../../src/model/report/report.ts';
import { LostLeadError } from '../../../src/model/state/shared/sweep.ts';
import type { WatchResult } from '../../../src/model/state/shared/watch.ts';
import { controllerMigrations } from '../../../src/store/controller/controller-migrations.ts';
import { openWatch } from '../../../src/store/controller/open-watch.ts';
import { openTestDatabase, type TestDatabase } from '../../postgres/open-test-database.ts';

let database: TestDatabase;
let made = 0;
beforeAll(async () => {
  database = await openTestDatabase();
});

async function open(partition = 'all', scope = `shop/${made}`) {
  const watch = await openWatch({ url: database.url, scope }, partition);
  onTestFinished(() => watch.close());
  return watch;
}

async function waitForNextMs(): Promise<void> {
  const now = 'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000) AS now';
  const [first] = await database.run(now);
  await expect.poll(() => database.run(now)).not.toEqual([first]);
}

/** A watch whose schedule this test has, with some accounts. */
async function openLed(...accounts: readonly string[]) {
  made += 1;
  const watch = await open();
  const lead = await watch.saveLead('one');
  const epoch = lead?.epoch ?? 0;
  await watch.saveAccounts(epoch, accounts);
  const sweep = (id: string) => watch.startSweep(epoch, { id, version: 'v1' });
  return { ...watch, epoch, sweep };
}

function inSync(account: string, more: Partial<WatchResult> = {}): WatchResult {
  const result = { account, state: 'in-sync', commit: null, failures: 0 } as const;
  return { ...result, reason: null, found: null, againMs: null, ...more };
}

const readAccount: Extract<DriftAccount, { readonly kind: 'read' }> = {
  kind: 'read',
  account: 'a',
  at: { file: 'a.yaml', line: 1, column: 1, endLine: 1, endColumn: 2, pointer: '' },
  objects: [],
  items: [],
  manifestMoved: 0,
  isApplied: true,
  notOffered: [],
  notReadable: 0,
  notices: [],
  ignored: [],
};

it('has one holder of the schedule at a time, and a new epoch with each', async () => {
  const watch = await openLed();
  expect(await watch.saveLead('two')).toBeNull();
  expect(await watch.saveLead('one')).toMatchObject({ epoch: watch.epoch });
  await watch.deleteLead(watch.epoch);
  const next = await watch.saveLead('two');
  expect(next?.epoch).toBe(watch.epoch + 1);
  expect(await watch.saveLead('one')).toBeNull();
});

it('takes the schedule of a silent replica, which can no longer write', async () => {
  const watch = await openLed('northwind');
  await database.run('UPDATE cyclectl_controller.partitions SET heard = heard - 11000');
  expect(await watch.saveLead('two')).toMatchObject({ epoch: watch.epoch + 1 });
  const late = [
    () => watch.saveAccounts(watch.epoch, []),
    () => watch.selectDue(watch.epoch, 10),
    () => watch.startSweep(watch.epoch, { id: 's', version: 'v' }),
  ];
  for (const write of late) await expect(write()).rejects.toThrow(LostLeadError);
  expect((await watch.readTally()).byState.waiting).toBe(1);
});

it('queues the accounts that were not looked at for the longest time, each once', async () => {
  const watch = await openLed('a', 'b', 'c');
  await watch.sweep('s0');
  for (const account of ['c', 'a', 'b']) {
    await watch.startLook(account);
    await watch.saveResult(inSync(account));
    // Looks in one millisecond have no order.
    await waitForNextMs();
  }
  expect(await watch.selectDue(watch.epoch, 10)).toEqual([]);
  await watch.sweep('s1');
  expect(await watch.selectDue(watch.epoch, 2)).toEqual(['c', 'a']);
  expect(await watch.selectDue(watch.epoch, 2)).toEqual([]);
  expect(await watch.selectDue(watch.epoch, 3)).toEqual(['b']);
});

it('ends a job whose account another one has looked at', async () => {
  const watch = await openLed('northwind');
  await watch.sweep('s1');
  expect(await watch.startLook('northwind')).toMatchObject({
    before: { state: 'waiting', failures: 0 },
  });
  await watch.saveResult(inSync('northwind'));
  expect(await watch.startLook('northwind')).toBeNull();
  expect(await watch.startLook('unknown')).toBeNull();
});

it('looks at a failing account again when its time has come, in no sweep before', async () => {
  const watch = await openLed('northwind');
  await watch.sweep('s0');
  await watch.startLook('northwind');
  await watch.saveResult(inSync('northwind', { state: 'failed', failures: 2, againMs: 60_000 }));
  await watch.sweep('s1');
  expect(await watch.selectDue(watch.epoch, 10)).toEqual([]);
  // It keeps no sweep open meanwhile.
  expect((await watch.readTally()).left).toBe(0);
  await database.run(
    "UPDATE cyclectl_controller.accounts SET due = due - 60000 WHERE account = 'northwind'",
  );
  expect(await watch.selectDue(watch.epoch, 10)).toEqual(['northwind']);
  expect(await watch.startLook('northwind')).toMatchObject({
    before: { state: 'failed', failures: 2 },
    sweep: { id: 's1' },
  });
});

it('counts what a sweep has left; an account that is locked keeps none open', async () => {
  const watch = await openLed('a', 'b');
  const sweep = await watch.sweep('s1');
  expect(await watch.readTally()).toMatchObject({ left: 2, oldestLookMs: null });
  for (const account of ['a', 'b']) await watch.startLook(account);
  await watch.saveResult(inSync('a'));
  await watch.saveResult(inSync('b', { state: 'locked', againMs: 30_000 }));
  expect(await watch.readTally()).toMatchObject({ left: 0, byState: { 'in-sync': 1, locked: 1 } });
  await watch.addRequests(5);
  await watch.closeSweep(watch.epoch, sweep);
  expect(await watch.readSweep()).toMatchObject({
    id: 's1',
    requests: 5,
    endedMs: expect.any(Number),
  });
});

it('has the age of the oldest drift until a look finds it gone', async () => {
  const watch = await openLed('a', 'b');
  const item = (since: string) => ({ since }) as DriftItem;
  const drifted = (...items: readonly DriftItem[]) => ({ ...readAccount, items });
  const [early, late] = ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'];
  const reported = { ...item(early), unmanaged: { response: 'report' } } as DriftItem;
  await watch.saveResult(inSync('a', { state: 'drift', found: drifted(reported, item(late)) }));
  await watch.saveResult(inSync('b', { state: 'drift', found: drifted(item(early)) }));
  const readAge = async () => (await watch.readTally()).oldestDriftMs;
  const ages = Date.now() - Date.parse(early);
  expect(await readAge()).toBeGreaterThan(ages - 1000);
  await watch.saveResult(inSync('b', { state: 'failed', failures: 1 }));
  expect(await readAge()).toBeGreaterThan(ages - 1000);
  await watch.saveResult(inSync('b', { found: drifted() }));
  expect(await readAge()).toBeLessThan(ages - 3_600_000);
  await watch.saveResult(inSync('a', { found: drifted() }));
  expect(await readAge()).toBe(0);
});

it('drops the accounts that manifests no longer have, and keeps those of other partitions', async () => {
  const watch = await openLed('a', 'b');
  const other = await open('gold');
  const lead = await other.saveLead('one');
  await other.saveAccounts(lead?.epoch ?? 0, ['b', 'c']);
  await watch.saveAccounts(watch.epoch, ['a']);
  expect((await watch.readTally()).byState.waiting).toBe(1);
  expect((await other.readTally()).byState.waiting).toBe(2);
});

it('is created once by replicas that start together', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { url } = await openTestDatabase();
    const target = { url, scope: 'shop/prod' };
    const opened = await Promise.all([1, 2, 3, 4].map(() => openWatch(target, 'all')));
    for (const watch of opened) {
      expect(await watch.readSchema()).toBe(controllerMigrations.length);
      await watch.close();
    }
  }
});

it('opens the schema of a later version as it is', async () => {
  await openLed('a');
  await database.run(`UPDATE cyclectl_controller.about SET record = '{"version":99}'`);
  const watch = await open();
  expect((await watch.readTally()).byState.waiting).toBe(1);
});

it('counts the accounts that are changed within a day, also by two callers at once', async () => {
  const watch = await openLed('a', 'b', 'c', 'd');
  const answers = await Promise.all(['a', 'b', 'c'].map((each) => watch.saveChange(each, 2)));
  expect(answers.filter(Boolean)).toHaveLength(2);
  // One that was counted may be changed again.
  const counted = ['a', 'b', 'c'].find((_, at) => answers[at] === true) ?? '';
  expect(await watch.saveChange(counted, 2)).toBe(true);
  expect(await watch.saveChange('d', 2)).toBe(false);
  await database.run('UPDATE cyclectl_controller.accounts SET changed = changed - 86400001');
  expect(await watch.saveChange('d', 2)).toBe(true);
});

it('adds what a later version needs to the tables of the one before', async () => {
  const earlier = await openTestDatabase();
  const target = { url: earlier.url, scope: 'shop/earlier' };
  await (await openWatch(target, 'all')).close();
  await earlier.run(
    'ALTER TABLE cyclectl_controller.accounts DROP COLUMN changed, DROP COLUMN since',
  );
  await earlier.run(`UPDATE cyclectl_controller.about SET record = '{"version":1}'`);
  const watch = await openWatch(target, 'all');
  onTestFinished(() => watch.close());
  expect(await watch.saveChange('a', 1)).toBe(true);
});

it('looks in each sweep at an account that is held until a later time', async () => {
  const watch = await openLed('northwind');
  await watch.sweep('s1');
  await watch.startLook('northwind');
  await watch.saveResult(inSync('northwind', { state: 'held', againMs: 3_600_000 }));
  expect((await watch.readTally()).left).toBe(0);
  await watch.sweep('s2');
  expect((await watch.readTally()).left).toBe(1);
  expect(await watch.selectDue(watch.epoch, 10)).toEqual(['northwind']);
});

it('keeps an account due that is left to another replica, and queues it again later', async () => {
  const watch = await openLed('northwind');
  await watch.sweep('s1');
  expect(await watch.selectDue(watch.epoch, 10)).toEqual(['northwind']);
  await watch.startLook('northwind');
  await watch.postponeLook('northwind', 5_000);
  expect(await watch.selectDue(watch.epoch, 10)).toEqual([]);
  expect((await watch.readTally()).left).toBe(1);
  await watch.postponeLook('northwind', -1);
  expect(await watch.selectDue(watch.epoch, 10)).toEqual(['northwind']);
});

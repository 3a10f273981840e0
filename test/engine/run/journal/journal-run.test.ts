import { describe, expect, it } from 'vitest';
import { emptySummary } from '../../../../src/engine/plan/add-to-summary.ts';
import {
  closeInterrupted,
  findRunStart,
  findUnfinished,
  openRunAgain,
  startRun,
  toPending,
} from '../../../../src/engine/run/journal/journal-run.ts';
import { noChoices, type PlanSummary } from '../../../../src/model/plan/plan.ts';
import type { RunRecord } from '../../../../src/model/state/run.ts';
import { openSqliteStore } from '../../../../src/store/sqlite/open-sqlite-store.ts';
import { accountPlan } from '../../../support/values/make-plan.ts';
import { makeSession } from '../../../worlds/make-session.ts';

function makeRun(id: string, holder: string): RunRecord {
  return {
    id,
    command: 'apply',
    startedAt: '2026-12-01T05:00:00Z',
    author: { user: 'tester', host: 'here' },
    commit: null,
    approved: null,
    holder,
    resumedAt: [],
    end: null,
  };
}

it('ends abandoned runs, and neither a working one nor the resumed one', async () => {
  const store = openSqliteStore({ file: ':memory:' });
  const { holder } = makeSession();
  await store.heartbeat(holder);
  const runs = [makeRun('1', 'dead'), makeRun('2', holder.id), makeRun('3', 'dead')];
  for (const run of runs) await store.saveRun(run);
  await closeInterrupted(store, { at: '2026-12-01T06:00:00Z', isGone: () => false, but: '3' });
  const ended = await Promise.all(runs.map(async ({ id }) => (await store.readRun(id))?.end));
  expect(ended).toMatchObject([{ outcome: 'stopped', at: '2026-12-01T06:00:00Z' }, null, null]);
  await store.close();
});

it('leaves the end of a run as it is that ends while abandoned ones are looked for', async () => {
  const store = openSqliteStore({ file: ':memory:' });
  const { holder } = makeSession();
  const run = makeRun('1', holder.id);
  await store.saveRun(run);
  const accounts = { planned: 0, begun: 0, done: 1, failed: 0, refused: 0 };
  const end = { at: '2026-12-01T05:59:59Z', outcome: 'done', accounts } as const;
  const watched = {
    ...store,
    listHolders: async () => {
      await store.saveRun({ ...run, end });
      return store.listHolders();
    },
  };
  await closeInterrupted(watched, { at: '2026-12-01T06:00:00Z', isGone: () => false });
  expect((await store.readRun('1'))?.end).toEqual(end);
  await store.close();
});

it('notes a run when all of its accounts are noted, so that none is left out by who continues with it', async () => {
  const store = openSqliteStore({ file: ':memory:' });
  const noted: string[] = [];
  const watched = {
    ...store,
    saveRun: async (run: RunRecord) => {
      for await (const { account } of store.readRunAccounts(run.id)) noted.push(account);
      await store.saveRun(run);
    },
  };
  async function* listAccounts() {
    for (const name of ['contoso', 'northwind']) yield toPending(accountPlan(name));
  }
  const run = makeRun('1', 'holder');
  expect(await startRun(watched, run, { accounts: listAccounts(), isGone: () => false })).toBe(
    true,
  );
  expect(noted).toEqual(['contoso', 'northwind']);
  await store.close();
});

it('unlocks the accounts of a dead holder, both when its run is ended and when it is resumed', async () => {
  const store = openSqliteStore({ file: ':memory:' });
  const [dead, alive] = [makeSession().holder, makeSession().holder];
  const isGone = (holder: { readonly id: string }) => holder.id === dead.id;
  await store.saveRun(makeRun('1', dead.id));
  await store.acquireLock('northwind', dead);
  await store.acquireLock('contoso', alive);
  await closeInterrupted(store, { at: '2026-12-01T06:00:00Z', isGone });
  expect((await store.listLocks()).map(({ account }) => account)).toEqual(['contoso']);
  await store.acquireLock('northwind', dead);
  await openRunAgain(store, makeRun('1', alive.id), { holder: dead.id });
  expect((await store.listLocks()).map(({ account }) => account)).toEqual(['contoso']);
  await store.close();
});

it('finds an interrupted `cyclectl run` behind an apply that is done, because no apply includes it', async () => {
  const store = openSqliteStore({ file: ':memory:' });
  const at = '2026-12-01T06:00:00Z';
  const accounts = { planned: 0, begun: 0, done: 1, failed: 0, refused: 0 };
  const end = (outcome: 'done' | 'partial') => ({ at, outcome, accounts });
  await store.saveRun({ ...makeRun('1', 'dead'), command: 'run' });
  await store.saveRun({ ...makeRun('2', 'dead'), end: end('done') });
  await store.saveRun({ ...makeRun('3', 'dead'), command: 'run', end: end('done') });
  expect((await findUnfinished(store))?.id).toBe('1');
  const failed = { ...end('partial'), accounts: { ...accounts, failed: 1 } };
  await store.saveRun({ ...makeRun('4', 'dead'), end: failed });
  expect((await findUnfinished(store))?.id).toBe('4');
  // A person was told of what it did not do.
  await store.saveRun({ ...makeRun('5', 'dead'), end: end('done') });
  await store.saveRun({ ...makeRun('1', 'dead'), command: 'run', end: end('partial') });
  expect(await findUnfinished(store)).toBeNull();
  await store.close();
});

it('finds an interrupted `cyclectl run` before an apply of which only refusals are left', async () => {
  const store = openSqliteStore({ file: ':memory:' });
  const accounts = { planned: 0, begun: 0, done: 2, failed: 0, refused: 1 };
  const end = { at: '2026-12-01T06:00:00Z', outcome: 'partial', accounts } as const;
  const apply = { ...makeRun('2', 'dead'), end };
  await store.saveRun({ ...makeRun('1', 'dead'), command: 'run' });
  await store.saveRun(apply);
  expect((await findUnfinished(store))?.id).toBe('1');
  await store.saveRun({ ...apply, end: { ...end, accounts: { ...accounts, planned: 1 } } });
  expect((await findUnfinished(store))?.id).toBe('2');
  await store.close();
});

it('starts a run after the newest one, also if the clock of that one was ahead', async () => {
  const store = openSqliteStore({ file: ':memory:' });
  const now = '2026-12-01T04:59:00.000Z';
  expect(await findRunStart(store, now)).toBe(now);
  await store.saveRun(makeRun('1', 'dead'));
  expect(await findRunStart(store, now)).toBe('2026-12-01T05:00:00.001Z');
  expect(await findRunStart(store, '2026-12-01T05:00:01.000Z')).toBe('2026-12-01T05:00:01.000Z');
  await store.close();
});

describe('an apply without work', () => {
  async function* none() {}
  const work = { accounts: none(), isGone: () => false };
  const apply = (more: Partial<PlanSummary>): RunRecord => ({
    ...makeRun('2', 'holder'),
    approved: { plan: 'digest', options: noChoices, summary: { ...emptySummary, ...more } },
  });

  it('is recorded, and ends a run that resume could only refuse', async () => {
    const store = openSqliteStore({ file: ':memory:' });
    expect(await startRun(store, apply({}), work)).toBe(false);
    await store.saveRun(makeRun('1', 'dead'));
    expect(await startRun(store, apply({}), work)).toBe(true);
    expect((await store.readRun('1'))?.end?.outcome).toBe('stopped');
    expect((await findUnfinished(store))?.id).toBe('2');
    await store.close();
  });

  it.each([
    ['left accounts out', { skipped: 1 }],
    ['could not plan all', { notPlanned: 1 }],
    ['refused objects', { refused: 1 }],
  ])('ends no run if it %s', async (_, summary) => {
    const store = openSqliteStore({ file: ':memory:' });
    await store.saveRun(makeRun('1', 'dead'));
    expect(await startRun(store, apply(summary), work)).toBe(false);
    expect((await store.readRun('1'))?.end).toBeNull();
    await store.close();
  });

  it('ends no run of another command, whose work is not in its plan', async () => {
    const store = openSqliteStore({ file: ':memory:' });
    await store.saveRun({ ...makeRun('1', 'dead'), command: 'destroy' });
    expect(await startRun(store, apply({}), work)).toBe(false);
    expect((await store.readRun('1'))?.end).toBeNull();
    await store.close();
  });

  it('ends neither a run that works nor a `cyclectl run`', async () => {
    const store = openSqliteStore({ file: ':memory:' });
    const { holder } = makeSession();
    await store.heartbeat(holder);
    await store.saveRun(makeRun('1', holder.id));
    expect(await startRun(store, apply({}), work)).toBe(false);
    await store.saveRun({ ...makeRun('1', 'dead'), command: 'run' });
    expect(await startRun(store, apply({}), work)).toBe(false);
    await store.close();
  });
});

describe('a run that wrote nothing', () => {
  const accounts = { planned: 0, begun: 0, done: 0, failed: 0, refused: 1 };
  const end = { at: '2026-12-01T06:00:00Z', outcome: 'nothing-written', accounts } as const;

  it('is not resumed if it is a `cyclectl run`, unless an earlier part of it wrote', async () => {
    const store = openSqliteStore({ file: ':memory:' });
    const run = { ...makeRun('1', 'dead'), command: 'run', end } as const;
    await store.saveRun(run);
    expect(await findUnfinished(store)).toBeNull();
    await store.saveRun({ ...run, end: { ...end, accounts: { ...accounts, failed: 1 } } });
    expect((await findUnfinished(store))?.id).toBe('1');
    await store.close();
  });

  it('is resumed after an interrupted `cyclectl run`', async () => {
    const store = openSqliteStore({ file: ':memory:' });
    const died = { ...makeRun('1', 'dead'), command: 'run' } as const;
    await store.saveRun(died);
    await store.saveRun({ ...makeRun('2', 'dead'), end });
    expect((await findUnfinished(store))?.id).toBe('1');
    await store.saveRun({ ...died, end: { ...end, outcome: 'done' } });
    expect((await findUnfinished(store))?.id).toBe('2');
    await store.close();
  });
});

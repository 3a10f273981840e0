import { expect, it } from 'vitest';
import { makeRunId } from '../../../src/app/run/records/open-run-record.ts';
import { emptySummary } from '../../../src/engine/plan/add-to-summary.ts';
import { findRolloutStart } from '../../../src/engine/run/journal/journal-run.ts';
import { noChoices } from '../../../src/model/plan/plan.ts';
import { LostLockError } from '../../../src/model/state/lock.ts';
import type { Revision } from '../../../src/model/state/revision.ts';
import type { RevisionChange, Rollout, RolloutAccount } from '../../../src/model/state/rollout.ts';
import type { RunRecord } from '../../../src/model/state/run.ts';
import { makeHolder } from '../samples.ts';
import type { StoreOpeners } from './store-contract.ts';

const at = '2026-11-28T12:00:00Z';

const later = '2026-11-28T18:00:00.500Z';

const windows = [
  { from: '22:00', to: '05:00', days: ['mon'] as const },
  { from: '00:00', to: '24:00' },
];

function makeRevision(digest: string): Revision {
  const files = { 'blueprints/a.yaml': `kind: Blueprint # ${digest} \0 ü` };
  return { digest, fleet: 'customers', blueprint: 'a', files };
}

function makeRollout(id: string, revision: string, from: string | null): Rollout {
  return {
    id,
    fleet: 'customers',
    revision,
    from,
    openedAt: at,
    waves: [{ name: 'pilot', accounts: 1 }],
    budget: { kind: 'count', most: 0 },
    windows,
    approved: { options: noChoices, summary: emptySummary },
    seal: 'seal',
    admitted: 0,
    state: 'open',
  };
}

function makeAccount(account: string, state: RolloutAccount['state']): RolloutAccount {
  return { account, wave: 0, state, from: 'aa', approved: [] };
}

function makeAdmission(account: string, revision: string | null) {
  return { account, fleet: 'customers', revision, at };
}

/** A store in the middle of a rollout, change by change. */
export const revisionChanges: readonly RevisionChange[] = [
  { revisions: [makeRevision('aa')], fleets: [{ fleet: 'customers', revision: 'aa' }] },
  {
    revisions: [makeRevision('bb')],
    rollout: makeRollout('r-1', 'bb', 'aa'),
    accounts: [
      { ...makeAccount('north', 'waiting'), timezone: 'Europe/London' },
      makeAccount('south', 'waiting'),
    ],
  },
  {
    admissions: [makeAdmission('north', 'bb'), makeAdmission('west', null)],
    rollout: { ...makeRollout('r-1', 'bb', 'aa'), admitted: 1 },
    accounts: [makeAccount('north', 'admitted')],
  },
];

const decision: RunRecord = {
  id: '20261128T120000000Z-aaaaaa',
  command: 'rollout',
  startedAt: at,
  author: { user: 'ann', host: 'desk' },
  commit: null,
  approved: null,
  holder: 'ann',
  resumedAt: [],
  reason: 'stop r-1: slow',
  end: null,
};

/** Contract of every store for revisions and rollouts. */
export function describeRevisions(makeOpeners: () => Promise<StoreOpeners>): void {
  async function openFilled() {
    const store = await (await makeOpeners()).openWriter();
    for (const change of revisionChanges) await store.updateRevisions(change);
    return store;
  }

  it('keeps the revisions of fleets and accounts, and replaces accounts of a rollout one by one', async () => {
    const store = await openFilled();
    expect(await store.readAdmissions()).toEqual({
      fleets: [{ fleet: 'customers', revision: 'aa' }],
      accounts: [makeAdmission('north', 'bb'), makeAdmission('west', null)],
    });
    expect(await store.readAdmissions(['west', 'south'])).toEqual({
      fleets: [{ fleet: 'customers', revision: 'aa' }],
      accounts: [makeAdmission('west', null)],
    });
    expect(await store.readRevision('aa')).toEqual(makeRevision('aa'));
    expect(await store.readRevision('cc')).toBeNull();
    expect(await store.listRollouts()).toEqual([
      { ...makeRollout('r-1', 'bb', 'aa'), admitted: 1 },
    ]);
    expect(await store.listRolloutAccounts('r-1')).toEqual([
      makeAccount('north', 'admitted'),
      makeAccount('south', 'waiting'),
    ]);
    await store.close();
  });

  it('moves the admission of a renamed account and its place in a rollout with its state', async () => {
    const store = await openFilled();
    const before = await store.listRolloutAccounts('r-1');
    const north = before.find(({ account }) => account === 'north');
    await store.update({ account: 'norway', moveFrom: 'north' });
    await store.update({ account: 'nord', moveFrom: 'norway' });
    const { accounts } = await store.readAdmissions();
    expect(accounts).toContainEqual(makeAdmission('nord', 'bb'));
    expect(accounts.map(({ account }) => account)).toEqual(['nord', 'west']);
    const moved = await store.listRolloutAccounts('r-1');
    expect(moved).toContainEqual({ ...north, account: 'nord', was: 'north' });
    expect(moved).toHaveLength(before.length);
    await store.update({ account: 'west', moveFrom: 'nord' });
    expect((await store.readAdmissions()).accounts).toEqual([makeAdmission('west', null)]);
    await store.close();
  });

  it('forgets admissions of a fleet that is settled, and revisions that nothing names', async () => {
    const store = await openFilled();
    await store.updateRevisions({
      fleets: [{ fleet: 'customers', revision: 'bb' }],
      settled: ['customers'],
      rollout: { ...makeRollout('r-1', 'bb', 'aa'), state: 'done' },
    });
    expect((await store.readAdmissions()).accounts).toEqual([]);
    expect(await store.listRevisions()).toEqual(['aa', 'bb']);
    await store.updateRevisions({
      revisions: [makeRevision('cc')],
      rollout: makeRollout('r-2', 'cc', 'bb'),
      accounts: [makeAccount('north', 'waiting')],
    });
    // The latest rollout can go back to what was before it, and each of its accounts.
    expect(await store.listRevisions()).toEqual(['aa', 'bb', 'cc']);
    await store.updateRevisions({
      rollout: makeRollout('r-2', 'cc', 'bb'),
      accounts: [{ ...makeAccount('north', 'waiting'), from: 'bb' }],
    });
    expect(await store.listRevisions()).toEqual(['bb', 'cc']);
    expect(await store.listRolloutAccounts('r-1')).toEqual([]);
    expect((await store.listRollouts()).map(({ id }) => id)).toEqual(['r-2', 'r-1']);
    await store.close();
  });

  it('lists a rollout first that a machine whose clock is behind opens, and keeps its revision', async () => {
    const store = await (await makeOpeners()).openWriter();
    const ahead = { id: makeRunId(later), openedAt: later, state: 'done' } as const;
    await store.updateRevisions({ rollout: { ...makeRollout('', 'bb', 'aa'), ...ahead } });
    const openedAt = await findRolloutStart(store, at);
    const next = { ...makeRollout(makeRunId(openedAt), 'cc', 'aa'), openedAt };
    await store.updateRevisions({
      revisions: [makeRevision('cc')],
      rollout: next,
      accounts: [makeAccount('north', 'waiting')],
    });
    expect((await store.listRollouts()).map(({ id }) => id)).toEqual([next.id, ahead.id]);
    expect(await store.listRolloutAccounts(next.id)).toHaveLength(1);
    expect(await store.listRevisions()).toContain('cc');
    await store.close();
  });

  it('keeps the accounts of stopped rollouts until another one ends, and what was before them', async () => {
    const store = await openFilled();
    const stopped = { ...makeRollout('r-1', 'bb', 'aa'), state: 'stopped' } as const;
    await store.updateRevisions({ rollout: stopped });
    const second = { ...makeRollout('r-2', 'cc', 'aa'), state: 'stopped' } as const;
    await store.updateRevisions({
      revisions: [makeRevision('cc')],
      rollout: second,
      accounts: [{ ...makeAccount('north', 'done'), from: 'bb' }],
    });
    const third = makeRollout('r-3', 'cc', 'aa');
    await store.updateRevisions({ rollout: third, accounts: [makeAccount('south', 'waiting')] });
    for (const id of ['r-1', 'r-2', 'r-3'])
      expect(await store.listRolloutAccounts(id)).not.toEqual([]);
    expect(await store.listRevisions()).toEqual(['aa', 'bb', 'cc']);
    await store.updateRevisions({
      rollout: { ...third, state: 'done' },
      settled: ['customers'],
      fleets: [{ fleet: 'customers', revision: 'cc' }],
    });
    expect(await store.listRolloutAccounts('r-1')).not.toEqual([]);
    await store.updateRevisions({ rollout: makeRollout('r-4', 'dd', 'cc') });
    for (const id of ['r-1', 'r-2', 'r-3']) expect(await store.listRolloutAccounts(id)).toEqual([]);
    expect(await store.listRevisions()).toEqual(['cc']);
    await store.close();
  });

  it('saves a decision with its change, and neither once another process has the lock', async () => {
    const store = await openFilled();
    const lock = 'fleet/customers';
    const taken = await store.acquireLock(lock, makeHolder('ann'));
    if (taken.kind !== 'taken') throw new Error('The lock is not free');
    const stopped = { ...makeRollout('r-1', 'bb', 'aa'), state: 'stopped' } as const;
    const change = { rollout: stopped, fence: { lock, number: taken.fence }, decision };
    await store.acquireLock(lock, makeHolder('bob'), taken.fence);
    const before = await store.listRollouts();
    await expect(store.updateRevisions(change)).rejects.toThrow(LostLockError);
    expect(await store.listRollouts()).toEqual(before);
    expect(await store.listRuns(1)).toEqual([]);
    const fence = { lock, number: taken.fence + 1 };
    await store.updateRevisions({ ...change, fence });
    expect(await store.listRollouts()).toEqual([stopped]);
    expect(await store.listRuns(1)).toEqual([decision]);
    await store.removeHolder('bob');
    await expect(store.updateRevisions({ rollout: stopped, fence })).rejects.toThrow(LostLockError);
    await store.close();
  });
}

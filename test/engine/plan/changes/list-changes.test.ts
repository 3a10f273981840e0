import { describe, expect, it } from 'vitest';
import { listChanges } from '../../../../src/engine/plan/changes/list-changes.ts';
import type { AccountDiff } from '../../../../src/model/diff/field-diff.ts';
import {
  makeAccount,
  makeCycle,
  nameOne,
  quarterly,
  toActivity,
} from '../../../support/values/make-desired.ts';
import {
  absent,
  accountDiff,
  connectorDiff,
  cycleDiff,
  makeAccountState,
  makeDiff,
  makeFieldDiff,
  makePause,
  makeRecord,
  secretField,
} from '../../../support/values/make-field-diff.ts';
import { liveConnector, liveCycle } from '../../../support/values/make-live.ts';

const active = {
  desired: nameOne(makeCycle('sync', { activity: toActivity('active', quarterly) })),
};
const renamed = makeFieldDiff('description', 'git');

/** `VERB ADDRESS` of each change. */
function list(diff: AccountDiff): string[] {
  return listChanges(diff).map((change) => `${change.verb} ${change.address}`);
}

describe('listChanges', () => {
  it('has nothing to say where nothing differs', () => {
    const same = [makeFieldDiff('displayName', 'same')];
    const diff = makeDiff({
      connectors: [connectorDiff('crm', same)],
      cycles: [cycleDiff('sync')],
    });
    expect(listChanges(diff)).toEqual([]);
  });

  it('goes from the account over its connectors to its cycles, and then to what goes', () => {
    const left = makeRecord(cycleDiff('old'));
    const diff = makeDiff({
      account: accountDiff([makeFieldDiff('timezone', 'live')]),
      connectors: [connectorDiff('crm', [makeFieldDiff('displayName', 'new')], absent)],
      cycles: [cycleDiff('sync', [], { record: null })],
      liveOnlyCycles: [{ kind: 'live-only', live: liveCycle('1'), record: left }],
    });
    expect(list(diff)).toEqual([
      'update northwind',
      'create northwind/connectors/crm',
      'adopt northwind/cycles/sync',
      'delete northwind/cycles/old',
    ]);
  });

  it('shows the source of a secret, and the direction of each field', () => {
    const auth = makeFieldDiff('auth', 'both', { desired: secretField('auth', 'word') });
    const diff = makeDiff({ connectors: [connectorDiff('crm', [renamed, auth])] });
    const [change] = listChanges(diff);
    expect(change?.verb === 'update' ? change.fields : []).toMatchObject([
      { path: 'description', moved: 'manifest', secret: false },
      { path: 'auth', moved: 'both', secret: true, after: { kind: 'secret', from: '$CRM_KEY' } },
    ]);
    expect(JSON.stringify(change)).not.toContain('word');
  });

  it('says that what was ours and is gone is made again', () => {
    const crm = connectorDiff('crm', [makeFieldDiff('displayName', 'new')]);
    const missing = 'gone';
    const diff = makeDiff({ connectors: [{ ...crm, live: null, record: null, missing }] });
    expect(listChanges(diff)).toMatchObject([
      {
        verb: 'create',
        reasons: ['it is in state and gone from the service; this creates it again'],
      },
    ]);
  });
});

describe('what Git no longer names', () => {
  it('is forgotten field by field where its object is still there', () => {
    const forgotten = ['variables/Region'] as unknown as AccountDiff['account']['forgotten'];
    expect(listChanges(makeDiff({ cycles: [cycleDiff('sync', [], { forgotten })] }))).toMatchObject(
      [{ verb: 'forget', path: 'variables/Region', impact: 'none' }],
    );
  });

  it('is deleted if the map is there and the object is ours, and never if it is unmanaged', () => {
    const record = makeRecord(connectorDiff('crm'));
    const left = { kind: 'live-only', live: liveConnector('1', { name: 'Old CRM' }) } as const;
    const diff = makeDiff({
      liveOnlyConnectors: [
        { ...left, record },
        { ...left, record: null },
      ],
    });
    expect(listChanges(diff)).toMatchObject([
      { verb: 'delete', name: 'Old CRM', remoteId: '1', impact: 'destroys' },
    ]);
  });

  it('is said to run where a cycle runs that is deleted, and what it waits for', () => {
    const record = makeRecord(cycleDiff('sync'));
    const leave = (inProgressCount: number, status = 'Active') => {
      const live = liveCycle('1', { status, inProgressCount });
      const desired = makeAccount({ cycles: { kind: 'set', value: new Map() } });
      const [change] = listChanges(
        makeDiff({ desired, liveOnlyCycles: [{ kind: 'live-only', live, record }] }),
      );
      return change?.reasons.slice(1);
    };
    expect(leave(2)).toEqual(['it runs, so it is stopped first; this waits for the 2 running now']);
    expect(leave(0)).toEqual(['it runs, so it is stopped first']);
    expect(leave(0, 'Paused')).toEqual([]);
  });

  it('is removed from the state if its whole map is gone', () => {
    const record = makeRecord(connectorDiff('crm'));
    const diff = makeDiff({
      desired: makeAccount({ cycles: { kind: 'set', value: new Map() } }),
      state: makeAccountState({
        objects: [record, makeRecord(cycleDiff('sync')), makeRecord(accountDiff())],
      }),
      liveOnlyConnectors: [{ kind: 'live-only', live: liveConnector('1'), record }],
    });
    expect(listChanges(diff)).toMatchObject([
      { verb: 'forget', address: 'northwind/connectors/crm', path: null, name: 'crm' },
    ]);
  });
});

describe('how much a cycle is disturbed', () => {
  const running = { live: liveCycle('1', { status: 'Active', inProgressCount: 2 }) };
  const activatedAt = '2026-12-01T05:00:00Z';
  const run = { schedule: quarterly, sent: { runOnce: false }, activatedAt };
  const sent = { record: makeRecord(cycleDiff('sync'), { run }) };

  it('is reported if it runs: its schedule, how many wait, and that it restarts', () => {
    const runs = { ...active, ...running, ...sent };
    const diff = makeDiff({ cycles: [cycleDiff('sync', [renamed], runs)] });
    expect(listChanges(diff)).toMatchObject([
      {
        impact: 'interrupts',
        reasons: [
          'runs every 15m, 2 running now',
          'waits for the 2, edits, then starts it again as before',
        ],
      },
    ]);
  });

  it('names the schedule that it runs on now beside the one to come', () => {
    const wanted = { kind: 'every', every: '30m' } as const;
    const says = 'starts it again every 30m';
    const desired = nameOne(makeCycle('sync', { activity: toActivity('active', wanted) }));
    const moved = makeFieldDiff('schedule', 'git', { live: { kind: 'not-readable' } });
    const cycle = cycleDiff('sync', [moved], { desired, ...running, ...sent });
    expect(listChanges(makeDiff({ cycles: [cycle] }))).toMatchObject([
      {
        reasons: ['runs every 15m, 2 running now', `waits for the 2, edits, then ${says}`],
        fields: [{ path: 'schedule', before: { kind: 'plain', value: quarterly } }],
      },
    ]);
  });

  it('names no unknown schedule', () => {
    const cycle = cycleDiff('sync', [renamed], { ...active, ...running });
    const [change] = listChanges(makeDiff({ cycles: [cycle] }));
    expect(change?.reasons[0]).toBe('2 running now');
  });

  it('is reported if it stops for good', () => {
    const desired = nameOne(makeCycle('sync', { activity: toActivity('paused') }));
    const stops = makeFieldDiff('state', 'git');
    const diff = makeDiff({ cycles: [cycleDiff('sync', [stops], { desired, ...running })] });
    expect(listChanges(diff)).toMatchObject([
      { impact: 'interrupts', reasons: ['stops when its running transactions are done'] },
    ]);
  });

  it('is nothing beyond the edit where it rests', () => {
    const diff = makeDiff({ cycles: [cycleDiff('sync', [renamed])] });
    expect(listChanges(diff)).toMatchObject([{ impact: 'in-place', reasons: [] }]);
  });
});

describe('a cycle that we paused and did not start again', () => {
  const pauses = [makePause(makeCycle('sync').address)];
  const state = makeAccountState({ pauses });

  it('is an update although none of its fields differs', () => {
    const diff = makeDiff({ cycles: [cycleDiff('sync', [], active)], state });
    expect(listChanges(diff)).toMatchObject([
      { verb: 'update', fields: [], reasons: [expect.stringContaining('this starts it again')] },
    ]);
  });

  it('is none where Git wants it paused by now, since nothing starts it', () => {
    const desired = nameOne(makeCycle('sync', { activity: toActivity('paused', quarterly) }));
    const diff = makeDiff({ cycles: [cycleDiff('sync', [], { desired })], state });
    expect(listChanges(diff)).toEqual([]);
  });
});

describe('a new cycle', () => {
  it.each([
    { desired: active.desired, says: 'runs every 15m' },
    { desired: nameOne(makeCycle('sync')), says: 'stays paused' },
    {
      desired: nameOne(makeCycle('sync', { activity: toActivity('active') }), {
        startsByWebhook: true,
      }),
      says: 'starts when its webhook is called',
    },
  ])('says how it will run: $says', ({ desired, says }) => {
    const cycle = cycleDiff('sync', [makeFieldDiff('from/template', 'new')], {
      desired,
      ...absent,
    });
    expect(listChanges(makeDiff({ cycles: [cycle] }))).toMatchObject([
      { verb: 'create', origin: 'Sync', fields: [], reasons: [says] },
    ]);
  });
});

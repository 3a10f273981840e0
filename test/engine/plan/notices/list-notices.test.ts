import { describe, expect, it } from 'vitest';
import { listNotices } from '../../../../src/engine/plan/notices/list-notices.ts';
import type { AccountDiff } from '../../../../src/model/diff/field-diff.ts';
import {
  at,
  bindConnector,
  makeAccount,
  makeConnector,
  makeCycle,
  nameOne,
  quarterly,
  toActivity,
} from '../../../support/values/make-desired.ts';
import {
  absent,
  asApplied,
  connectorDiff,
  cycleDiff,
  fingerprint,
  makeAccountState,
  makeDiff,
  makeFieldDiff,
  makeIntent,
  makePause,
  makeRecord,
  plain,
  secretField,
} from '../../../support/values/make-field-diff.ts';
import { liveConnector, liveCycle } from '../../../support/values/make-live.ts';

function kindsOf(diff: AccountDiff): string[] {
  return listNotices(diff).map((notice) => notice.kind);
}

it('has nothing to say of an account that is as it must be', () => {
  const diff = makeDiff({ connectors: [connectorDiff('crm')], cycles: [cycleDiff('sync')] });
  expect(listNotices(diff)).toEqual([]);
});

describe('a connector that a person signs in', () => {
  const oauth = bindConnector(
    makeConnector('crm', { auth: { kind: 'oauth', user: 'admin@northwind.example' } }),
  );

  it('waits with its cycles until a person signs in', () => {
    const slotKeys = new Map([['Sample CRM', 'crm']]);
    const active = makeCycle('sync', { activity: toActivity('active', quarterly) });
    const stopped = makeFieldDiff('state', 'git');
    const cycle = cycleDiff('sync', [stopped], { desired: nameOne(active, { slotKeys }) });
    const connectors = [connectorDiff('crm', [], { desired: oauth, ...absent })];
    const diff = makeDiff({ connectors, cycles: [cycle] });
    expect(listNotices(diff)).toMatchObject([
      { kind: 'waits', name: 'crm', user: 'admin@northwind.example' },
      { kind: 'stays-paused', connectors: ['northwind/connectors/crm'] },
    ]);
    const running = { ...cycle, fields: [], live: liveCycle('1', { status: 'Active' }) };
    expect(kindsOf(makeDiff({ connectors, cycles: [running] }))).toEqual(['waits']);
  });

  it('holds back the edits of a cycle that runs', () => {
    const desired = nameOne(makeCycle('sync'), { slotKeys: new Map([['Sample CRM', 'crm']]) });
    const signedOut = { desired: oauth, live: liveConnector('1', { authenticated: false }) };
    const renamed = makeFieldDiff('displayName', 'git');
    const live = liveCycle('2', { status: 'Active' });
    const diff = makeDiff({
      connectors: [connectorDiff('crm', [], signedOut)],
      cycles: [cycleDiff('sync', [renamed], { desired, live })],
    });
    expect(listNotices(diff)).toMatchObject([
      { kind: 'waits' },
      { kind: 'edit-waits', paths: ['displayName'], connectors: ['northwind/connectors/crm'] },
    ]);
  });

  it('is not reported after the sign-in', () => {
    expect(
      listNotices(makeDiff({ connectors: [connectorDiff('crm', [], { desired: oauth })] })),
    ).toEqual([]);
  });
});

describe('what could not be compared', () => {
  const missing = makeFieldDiff('auth', 'not-compared', {
    desired: secretField('auth', null),
    disposition: { kind: 'keep', because: { kind: 'secret-unavailable', lack: 'not-set' } },
  });
  const hidden = makeFieldDiff('schedule', 'not-readable', { live: { kind: 'not-readable' } });

  it('is a secret without a value, under its reference', () => {
    const diff = makeDiff({ connectors: [connectorDiff('crm', [missing])] });
    expect(listNotices(diff)).toMatchObject([
      { kind: 'not-compared', path: 'auth', from: '$CRM_KEY', lack: 'not-set' },
    ]);
  });

  it('is hidden by the service and not in the state', () => {
    expect(kindsOf(makeDiff({ cycles: [cycleDiff('sync', [hidden])] }))).toEqual([
      'never-verified',
    ]);
    const known = { ...hidden, applied: asApplied(plain(quarterly)) };
    expect(kindsOf(makeDiff({ cycles: [cycleDiff('sync', [known])] }))).toEqual([]);
  });

  it('is never reported of an object that does not exist', () => {
    const connectors = [connectorDiff('crm', [missing], absent)];
    expect(kindsOf(makeDiff({ connectors }))).toEqual([]);
  });
});

it('says that names are checked later only where there are names and no shape', () => {
  const source = { kind: 'value', value: 'x' } as const;
  const mapping = {
    step: 'Add',
    slot: 'fields',
    target: 'Email',
    source,
    at: at(30),
    stepAt: at(29),
  } as const;
  const mapped = makeCycle('sync', { mappings: [mapping] });
  const cycle = (desired: typeof mapped, more: Parameters<typeof nameOne>[1]) =>
    makeDiff({ cycles: [cycleDiff('sync', [], { desired: nameOne(desired, more), ...absent })] });
  expect(kindsOf(cycle(mapped, { shape: null }))).toEqual(['names-unchecked']);
  expect(kindsOf(cycle(mapped, {}))).toEqual([]);
  expect(kindsOf(cycle(makeCycle('sync'), { shape: null }))).toEqual([]);
});

it('reports what was interrupted and since when', () => {
  const cycle = cycleDiff('sync');
  const state = makeAccountState({
    pauses: [makePause(cycle.address)],
    creates: [makeIntent(cycle)],
  });
  expect(listNotices(makeDiff({ cycles: [cycle], state }))).toMatchObject([
    { kind: 'paused-by-us', since: '2026-12-01T05:00:00Z', reason: 'an edit', isNamed: true },
    { kind: 'create-interrupted', since: '2026-12-01T05:00:00Z' },
  ]);
});

it('asks a person about an interrupted create that Git no longer names', () => {
  const [sync, crm] = [cycleDiff('sync'), connectorDiff('crm')];
  const state = makeAccountState({ creates: [makeIntent(sync), makeIntent(crm)] });
  const listOrphaned = (diff: AccountDiff) =>
    listNotices(diff).flatMap((notice) =>
      notice.kind === 'create-interrupted' && notice.isOrphaned === true ? notice.address : [],
    );
  expect(listOrphaned(makeDiff({ state }))).toEqual([sync.address, crm.address]);
  expect(listOrphaned(makeDiff({ state, cycles: [sync] }))).toEqual([crm.address]);
  expect(listOrphaned(makeDiff({ state, cycles: [sync], connectors: [crm] }))).toEqual([]);
});

it('promises a start of a paused cycle only if the next apply starts it', () => {
  const remains = (cycle: ReturnType<typeof cycleDiff>) =>
    listNotices(
      makeDiff({
        cycles: [cycle],
        state: makeAccountState({ pauses: [makePause(cycle.address)] }),
      }),
    ).map((notice) =>
      notice.kind === 'paused-by-us' ? (notice.remains ?? 'starts') : notice.kind,
    );
  const want = (kind: 'active' | 'paused') =>
    nameOne(makeCycle('sync', { activity: toActivity(kind, quarterly) }));
  const live = (status: 'Active' | 'Paused') => ({ live: liveCycle('1', { status }) });
  expect(remains(cycleDiff('sync', [], live('Paused')))).toEqual(['starts']);
  expect(remains(cycleDiff('sync', [], { ...live('Paused'), desired: want('active') }))).toEqual([
    'starts',
  ]);
  expect(remains(cycleDiff('sync', [], { ...live('Paused'), desired: want('paused') }))).toEqual([
    'paused',
  ]);
  expect(remains(cycleDiff('sync', [], live('Active')))).toEqual(['running']);
});

it('reports a pause that Git no longer names, and none that a delete ends', () => {
  const { address } = cycleDiff('sync');
  const state = makeAccountState({ pauses: [makePause(address)] });
  expect(listNotices(makeDiff({ state }))).toMatchObject([
    { kind: 'paused-by-us', address, isNamed: false },
  ]);
  const record = makeRecord({ address, kind: 'cycle' });
  const left = { kind: 'live-only', live: liveCycle('1'), record } as const;
  const desired = makeAccount({ cycles: { kind: 'set', value: new Map() } });
  expect(listNotices(makeDiff({ state, desired, liveOnlyCycles: [left] }))).toEqual([]);
});

it('says of a secret that it was written under another key', () => {
  const applied = { kind: 'secret', written: fingerprint('one', 'k2'), read: null } as const;
  const field = makeFieldDiff('auth', 'other-key', {
    desired: secretField('auth', 'one'),
    applied,
  });
  expect(listNotices(makeDiff({ connectors: [connectorDiff('crm', [field])] }))).toMatchObject([
    { kind: 'other-key', path: 'auth' },
  ]);
});

it('lists unmanaged objects if the manifest manages their kind, and none of ours', () => {
  const record = makeRecord(connectorDiff('crm'));
  const left = {
    liveOnlyConnectors: [
      { kind: 'live-only', live: liveConnector('1', { name: 'Theirs' }), record: null },
      { kind: 'live-only', live: liveConnector('2', { name: 'Ours' }), record },
    ],
    liveOnlyCycles: [
      { kind: 'live-only', live: liveCycle('3', { name: 'Old sync' }), record: null },
    ],
  } as const;
  expect(listNotices(makeDiff(left))).toEqual([
    { kind: 'foreign', object: 'connector', name: 'Theirs' },
    { kind: 'foreign', object: 'cycle', name: 'Old sync' },
  ]);
  const desired = makeAccount({ cycles: { kind: 'set', value: new Map() } });
  expect(listNotices(makeDiff({ ...left, desired }))).toMatchObject([{ object: 'cycle' }]);
});

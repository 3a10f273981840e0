import { describe, expect, it } from 'vitest';
import { nextState } from '../../../src/engine/verify/next-state.ts';
import type { Address, FieldPath } from '../../../src/model/address.ts';
import { toDeposedAddress } from '../../../src/model/desired/scope/deposed.ts';
import type { AccountDiff, CycleDiff, FieldDiff } from '../../../src/model/diff/field-diff.ts';
import type { AppliedValue } from '../../../src/model/fields/field-value.ts';
import {
  makeAccount,
  makeCycle,
  nameOne,
  quarterly,
  toActivity,
} from '../../support/values/make-desired.ts';
import {
  absent,
  asApplied,
  connectorDiff,
  cycleDiff,
  fingerprint,
  makeAccountState,
  makeDeposed,
  makeDiff,
  makeFieldDiff,
  makeIntent,
  makePause,
  makeRecord,
  plain,
  secretField,
} from '../../support/values/make-field-diff.ts';
import { liveConnector, liveCycle } from '../../support/values/make-live.ts';
import { withoutBaselines } from '../../support/values/without-baselines.ts';

const recall = (diff: AccountDiff, more: Partial<Parameters<typeof nextState>[1]> = {}) =>
  withoutBaselines(diff, nextState(diff, { refused: [], fingerprint, now: null, ...more }));

/** What is kept of one field of a connector; undefined where nothing is. */
function kept(field: FieldDiff, record: CycleDiff['record'] = null): AppliedValue | undefined {
  const crm = connectorDiff('crm', [field], { record });
  return recall(makeDiff({ connectors: [crm] }))?.saveObjects?.[0]?.applied[field.path];
}

const ours = makeRecord(connectorDiff('crm'), { remoteId: 'live-crm' });

it('has no change if the state has all that was observed', () => {
  const applied = { ['displayName' as FieldPath]: asApplied(plain('wanted')) };
  const record = { ...ours, applied };
  const crm = connectorDiff('crm', [makeFieldDiff('displayName', 'same')], { record });
  expect(recall(makeDiff({ connectors: [crm] }))).toBeNull();
});

it('still owes a first value that no creation wrote, after an undo, which knows no owners', () => {
  const owed = ['description' as FieldPath];
  const applied = { ['displayName' as FieldPath]: asApplied(plain('before')) };
  const record = { ...ours, applied, owed };
  const crm = connectorDiff('crm', [makeFieldDiff('displayName', 'same')], { record });
  const part = {
    values: 'earlier',
    objects: new Set<Address>(),
    fields: new Map(),
    notices: [],
  } as const;
  const change = recall({ ...makeDiff({ connectors: [crm] }), part });
  expect(change?.saveObjects).toMatchObject([{ owed }]);
});

it('binds what was found by its name, and nothing that is not there', () => {
  const found = connectorDiff('crm', [], { record: null });
  const change = recall(makeDiff({ connectors: [found, connectorDiff('mailer', [], absent)] }));
  expect(change?.saveObjects).toEqual([
    {
      address: found.address,
      kind: 'connector',
      remoteId: 'live-crm',
      applied: {},
      run: null,
      isFound: true,
    },
  ]);
});

it('binds nothing that is refused, and keeps its entry and its open work', () => {
  const found = cycleDiff('found', [], { record: null, live: liveCycle('1') });
  const known = cycleDiff('known', [makeFieldDiff('displayName', 'same')], {
    live: liveCycle('2', { status: 'Active' }),
  });
  const state = makeAccountState({ pauses: [makePause(known.address)] });
  const refused = [found, known].map(({ address }) => {
    return { address, kind: 'cycle', diagnostics: [] } as const;
  });
  const diff = makeDiff({ cycles: [found, known], state });
  expect(recall(diff, { refused })).toBeNull();
  expect(recall(diff)).toMatchObject({ closePauses: [known.address] });
  expect(recall(diff)?.saveObjects).toHaveLength(2);
});

describe('a connector that a person signs in', () => {
  const now = '2026-12-01T05:00:00.000Z';
  const later = '2026-12-02T05:00:00.000Z';

  /** Since when it waits, as is kept at a time. */
  function keepWait(authenticated: boolean, at: string | null, waitsSince?: string) {
    const base = connectorDiff('crm');
    const bound = base.desired;
    const auth = { kind: 'oauth', user: 'it@northwind.example' } as const;
    const crm = {
      ...base,
      desired: { ...bound, desired: { ...bound.desired, auth } },
      live: liveConnector('live-crm', { authenticated }),
      record: waitsSince === undefined ? ours : { ...ours, waitsSince },
    };
    return recall(makeDiff({ connectors: [crm] }), { now: at ?? null })?.saveObjects?.[0];
  }

  it('waits since an apply saw it wait for the first time, and a plan begins no wait', () => {
    expect(keepWait(false, now)?.waitsSince).toBe(now);
    expect(keepWait(false, later, now)).toBeUndefined();
    expect(keepWait(false, null)).toBeUndefined();
  });

  it('waits no more when it is signed in', () => {
    expect(keepWait(true, later, now)).toEqual(ours);
    expect(keepWait(true, later)).toBeUndefined();
  });
});

describe('a plain field', () => {
  it('counts as applied once it is as the manifest wants it', () => {
    expect(kept(makeFieldDiff('displayName', 'same'), ours)).toEqual(asApplied(plain('wanted')));
  });

  it('keeps what was applied before while it differs', () => {
    const field = makeFieldDiff('displayName', 'live', { applied: plain('before') });
    const applied = { ['displayName' as FieldPath]: asApplied(plain('before')) };
    expect(kept(field, { ...ours, remoteId: 'other', applied })).toEqual(
      asApplied(plain('before')),
    );
    expect(kept(makeFieldDiff('displayName', 'unknown'))).toBeUndefined();
  });

  it('counts as applied, unverified, where it cannot be read and is adopted', () => {
    const hidden = makeFieldDiff('schedule', 'not-readable', { live: { kind: 'not-readable' } });
    expect(kept(hidden)).toEqual({ ...plain('wanted'), origin: 'assumed' });
    expect(kept(hidden, ours)).toBeUndefined();
  });
});

describe('a consent', () => {
  it('counts from its first observation', () => {
    expect(kept(makeFieldDiff('auth', 'same'))).toEqual({ ...plain(true), origin: 'read' });
    expect(kept(makeFieldDiff('auth', 'not-compared'))).toBeUndefined();
  });
});

describe('a secret', () => {
  const desired = secretField('auth', 'word');
  const seen = { kind: 'secret', read: fingerprint('****') } as const;

  it('is known as written where it was found the same', () => {
    const field = makeFieldDiff('auth', 'same', { desired, live: seen });
    const wanted = {
      kind: 'secret',
      written: fingerprint('word'),
      read: fingerprint('****'),
      origin: 'read',
    };
    expect(kept(field)).toEqual(wanted);
  });

  it('keeps when it was written as long as it is the one that was', () => {
    const writtenAt = '2026-12-01T05:00:00Z';
    const record = { ...ours, remoteId: 'other' };
    const keep = (word: string) => {
      const applied = {
        kind: 'secret',
        written: fingerprint(word),
        read: null,
        writtenAt,
      } as const;
      return kept(makeFieldDiff('auth', 'same', { desired, applied, live: seen }), record);
    };
    expect(keep('word')).toMatchObject({
      written: fingerprint('word'),
      read: fingerprint('****'),
      writtenAt,
    });
    expect(keep('before')).not.toHaveProperty('writtenAt');
  });

  it('is known only by what the service shows where it was adopted', () => {
    const field = makeFieldDiff('auth', 'not-readable', { desired, live: seen });
    const assumed = { kind: 'secret', written: null, read: fingerprint('****'), origin: 'assumed' };
    expect(kept(field)).toEqual(assumed);
    const text = makeFieldDiff('auth', 'not-readable', { desired, live: plain('****') });
    expect(kept(text)).toEqual(assumed);
  });

  it('keeps what was shown right after our write, whatever is shown now', () => {
    const applied = {
      kind: 'secret',
      written: fingerprint('word'),
      read: fingerprint('****'),
    } as const;
    const moved = makeFieldDiff('auth', 'live', { desired, applied, live: plain('#') });
    expect(kept(moved, { ...ours, remoteId: 'other' })).toEqual(asApplied(applied));
  });
});

describe('what Git no longer names', () => {
  const old = cycleDiff('old');
  const record = makeRecord(old);
  const state = makeAccountState({ objects: [record] });

  it('is removed from the state if it no longer exists', () => {
    expect(recall(makeDiff({ state }))?.deleteObjects).toEqual([old.address]);
  });

  it('keeps its record until it is deleted', () => {
    const liveOnlyCycles = [{ kind: 'live-only', live: liveCycle('1'), record } as const];
    expect(recall(makeDiff({ state, liveOnlyCycles }))?.deleteObjects ?? []).toEqual([]);
  });

  it('is removed from the state if its whole map is gone', () => {
    const connector = makeRecord(connectorDiff('crm'));
    const diff = makeDiff({
      desired: makeAccount(),
      state: makeAccountState({ objects: [connector] }),
      liveOnlyConnectors: [{ kind: 'live-only', live: liveConnector('1'), record: connector }],
    });
    expect(recall(diff)?.deleteObjects).toEqual([connector.address]);
  });

  it('keeps its record while the manifest wants it and it is gone', () => {
    const gone = { live: null, record: null, missing: 'gone' } as const;
    expect(recall(makeDiff({ state, cycles: [cycleDiff('old', [], gone)] }))).toBeNull();
  });
});

describe('what was interrupted', () => {
  it('keeps what a start has sent when its record is closed, also of a replaced cycle', () => {
    const { address } = cycleDiff('sync');
    const begunAt = '2026-12-01T05:00:00Z';
    const run = { schedule: quarterly, sent: { runOnce: false }, activatedAt: begunAt };
    const earlier = makeRecord({ address: toDeposedAddress(address, 1), kind: 'cycle' }, { run });
    const start = { cycleId: earlier.remoteId, run };
    const write = {
      address: earlier.address,
      operation: '1',
      does: 'activates "Sync"',
      begunAt,
      start,
    };
    const state = {
      ...makeAccountState({ objects: [earlier] }),
      writes: new Map([[earlier.address, write]]),
    };
    const liveOnlyCycles = [{ kind: 'live-only', live: liveCycle('1'), record: earlier } as const];
    const change = recall(makeDiff({ state, liveOnlyCycles }));
    expect(change).toMatchObject({ saveObjects: [earlier], closeWrites: [earlier.address] });
  });

  it('is a create no more once the object is there', () => {
    const cycle = cycleDiff('sync');
    const state = makeAccountState({ creates: [makeIntent(cycle)] });
    expect(recall(makeDiff({ cycles: [cycle], state }))?.closeCreates).toEqual([cycle.address]);
    const missing = cycleDiff('sync', [], absent);
    expect(recall(makeDiff({ cycles: [missing], state }))).toBeNull();
  });

  it.each([
    { what: 'stands still and shall run', more: {}, isOver: false },
    { what: 'runs again', more: { live: liveCycle('1', { status: 'Active' }) }, isOver: true },
    { what: 'is gone', more: absent, isOver: true },
    {
      what: 'shall rest by now',
      more: { desired: nameOne(makeCycle('sync', { activity: toActivity('paused', quarterly) })) },
      isOver: true,
    },
  ])('is a pause no more, where the cycle $what: $isOver', ({ more, isOver }) => {
    const cycle = cycleDiff('sync', [], more);
    const state = makeAccountState({ pauses: [makePause(cycle.address)] });
    const closed = recall(makeDiff({ cycles: [cycle], state }))?.closePauses ?? [];
    expect(closed).toEqual(isOver ? [cycle.address] : []);
  });

  it.each([
    { status: 'Active', isOver: true },
    { status: 'Paused', isOver: false },
  ])('is no longer a pause if a replaced cycle is $status: $isOver', (seen) => {
    const cycle = cycleDiff('sync');
    const address = toDeposedAddress(cycle.address, 1);
    const record = makeRecord({ address, kind: 'cycle' });
    const live = liveCycle('1', { status: seen.status });
    const earlier = makeDeposed({ live, record });
    const state = makeAccountState({ objects: [record], pauses: [makePause(address)] });
    const liveOnlyCycles = [{ kind: 'live-only', live, record } as const];
    const cycles = [{ ...cycle, deposed: [earlier] }];
    const diff = makeDiff({ cycles, state, liveOnlyCycles });
    expect(recall(diff)?.closePauses ?? []).toEqual(seen.isOver ? [address] : []);
  });
});

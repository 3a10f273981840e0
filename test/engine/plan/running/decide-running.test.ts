import { describe, expect, it } from 'vitest';
import { findDeferral } from '../../../../src/engine/plan/decide-deferred.ts';
import { listNotices } from '../../../../src/engine/plan/notices/list-notices.ts';
import {
  decideRunning,
  isToActivate,
  isWindowNeeded,
} from '../../../../src/engine/plan/running/decide-running.ts';
import type { DesiredCycle } from '../../../../src/model/desired/desired.ts';
import type { Schedule } from '../../../../src/model/desired/schedule.ts';
import type { AccountDiff, CycleDiff } from '../../../../src/model/diff/field-diff.ts';
import {
  bindConnector,
  makeConnector,
  makeCycle,
  nameOne,
  quarterly,
  toActivity,
} from '../../../support/values/make-desired.ts';
import {
  absent,
  connectorDiff,
  cycleDiff,
  makeAccountState,
  makeDiff,
  makeFieldDiff,
  makePause,
  makeRecord,
} from '../../../support/values/make-field-diff.ts';
import { liveConnector, liveCycle } from '../../../support/values/make-live.ts';

const hourly: Schedule = { kind: 'every', every: '1h' };
const daily: Schedule = { kind: 'every', every: '1d' };
const running = liveCycle('live-sync', { status: 'Active' });
const renamed = makeFieldDiff('displayName', 'git');

/** The cycle `sync` with this part of its manifest. */
function want(desired: Partial<DesiredCycle>, more: Partial<CycleDiff> = {}): CycleDiff {
  return cycleDiff('sync', [], { desired: nameOne(makeCycle('sync', desired)), ...more });
}

function withPause(cycle: CycleDiff, schedule: Schedule): AccountDiff {
  const pauses = [makePause(cycle.address, { schedule })];
  return makeDiff({ cycles: [cycle], state: makeAccountState({ pauses }) });
}

describe('what a cycle runs on', () => {
  const sent = { runOnce: false };
  const run = { schedule: daily, sent, activatedAt: '2026-12-01T05:00:00Z' };
  const record = makeRecord({ ...makeCycle('sync'), kind: 'cycle' }, { run });
  const live = liveCycle('1', { schedule: { kind: 'every', every: '6h' } });

  it('is the schedule of the manifest first of all', () => {
    const cycle = want({ activity: toActivity('active', quarterly) }, { record, live });
    expect(decideRunning(cycle, withPause(cycle, hourly)).schedule).toEqual(quarterly);
  });

  it('is what it was paused from, then what was last sent, then what was read', () => {
    const cycle = want({}, { record, live });
    expect(decideRunning(cycle, withPause(cycle, hourly)).schedule).toEqual(hourly);
    expect(decideRunning(cycle, makeDiff()).schedule).toEqual(daily);
    const adopted = want({}, { record: null, live });
    expect(decideRunning(adopted, makeDiff()).schedule).toEqual(live.schedule);
  });

  it('is its webhook where it has one, else unknown', () => {
    expect(decideRunning(want({}), makeDiff()).schedule).toBeNull();
    const desired = nameOne(makeCycle('sync'), { startsByWebhook: true });
    const hooked = cycleDiff('sync', [], { desired });
    expect(decideRunning(hooked, makeDiff()).schedule).toEqual({ kind: 'webhook' });
  });
});

describe('whom a cycle waits for', () => {
  const oauth = bindConnector(
    makeConnector('crm', { auth: { kind: 'oauth', user: 'admin@northwind.example' } }),
  );
  const signedOut = { live: liveConnector('live-crm', { authenticated: false }) };
  const active = { activity: toActivity('active', quarterly) };
  const slotKeys = new Map([['Sample CRM', 'crm']]);

  function waitsFor(cycle: CycleDiff, connector: Parameters<typeof connectorDiff>[2]) {
    const connectors = [connectorDiff('crm', [], { desired: oauth, ...connector })];
    return decideRunning(cycle, makeDiff({ connectors, cycles: [cycle] })).waitsFor;
  }

  it('is a connector in its slots that a person has not signed in', () => {
    const cycle = cycleDiff('sync', [], {
      desired: nameOne(makeCycle('sync', active), { slotKeys }),
    });
    expect(waitsFor(cycle, signedOut)).toEqual(['northwind/connectors/crm']);
    expect(waitsFor(cycle, absent)).toEqual(['northwind/connectors/crm']);
    expect(waitsFor(cycle, {})).toEqual([]);
  });

  it('is a connector that the live cycle uses', () => {
    const uses = { connectors: [{ id: 'live-crm', authenticated: false }] };
    expect(waitsFor(want(active, { live: liveCycle('1', uses) }), signedOut)).toHaveLength(1);
    expect(waitsFor(want(active), signedOut)).toEqual([]);
  });

  it('is no one if the cycle should not run, or if no person signs in', () => {
    const desired = nameOne(makeCycle('sync', { activity: toActivity('paused') }), { slotKeys });
    expect(waitsFor(cycleDiff('sync', [], { desired }), signedOut)).toEqual([]);
    const cycle = cycleDiff('sync', [], {
      desired: nameOne(makeCycle('sync', active), { slotKeys }),
    });
    expect(waitsFor(cycle, { ...signedOut, desired: bindConnector(makeConnector('crm')) })).toEqual(
      [],
    );
  });
});

describe('willActivate', () => {
  const stopped = makeFieldDiff('state', 'git');
  const decide = (cycle: CycleDiff, diff = makeDiff()) =>
    isToActivate(cycle, decideRunning(cycle, diff));
  const active = { activity: toActivity('active', quarterly) };

  it('starts what is new or is paused and must run', () => {
    expect(decide(want(active, absent))).toBe(true);
    expect(decide(want(active, { fields: [stopped] }))).toBe(true);
  });

  it('starts nothing that runs, must rest, is unmanaged or is as it must be', () => {
    expect(decide(want(active, { live: running, fields: [stopped] }))).toBe(false);
    expect(decide(want({ activity: toActivity('paused') }, { fields: [stopped] }))).toBe(false);
    expect(decide(want({}, { fields: [stopped] }))).toBe(false);
    expect(decide(want(active, { fields: [renamed] }))).toBe(false);
  });

  it('starts again what we paused, unless Git wants it paused now', () => {
    const unmanaged = want({});
    expect(decide(unmanaged, withPause(unmanaged, hourly))).toBe(true);
    const resting = want({ activity: toActivity('paused') });
    expect(decide(resting, withPause(resting, hourly))).toBe(false);
  });
});

describe('a single run', () => {
  const once: Schedule = { kind: 'once', at: '2026-12-24T01:00:00Z' };
  const later: Schedule = { kind: 'once', at: '2026-12-31T01:00:00Z' };
  const sent = { runOnce: true };
  const run = { schedule: once, sent, activatedAt: '2026-12-01T05:00:00Z' };
  const stopped = makeFieldDiff('state', 'unfinished');

  function decide(wanted: Schedule, isUnknown: boolean, live = liveCycle('1')) {
    const record = makeRecord(
      { ...makeCycle('sync'), kind: 'cycle' },
      { run: isUnknown ? { ...run, isUnknown } : run },
    );
    const activity = toActivity('active', wanted);
    const cycle = want({ activity }, { record, live, fields: [stopped] });
    const account = withPause(cycle, wanted);
    const classified = decideRunning(cycle, account);
    const held = findDeferral(cycle, account)?.why ?? null;
    const reported = listNotices(account).map(({ kind }) => kind);
    return {
      isUnknown: classified.isUnknown,
      starts: isToActivate(cycle, classified),
      held,
      told: reported,
    };
  }

  it('with an unknown outcome needs manual action', () => {
    const waits = { isUnknown: true, starts: false, held: 'run-unknown' };
    expect(decide(once, true)).toMatchObject(waits);
    expect(decide(once, true).told).toContain('run-unknown');
    expect(decide(once, false)).toMatchObject({ isUnknown: false, starts: true, held: null });
  });

  it('at another moment, or one that is under way, does not', () => {
    expect(decide(later, true)).toMatchObject({ isUnknown: false, starts: true });
    expect(decide(once, true, running)).toMatchObject({ isUnknown: false, held: null });
  });
});

describe('needsWindow', () => {
  const decide = (cycle: CycleDiff) => isWindowNeeded(cycle, decideRunning(cycle, makeDiff()));

  it('pauses a running cycle for an edit or another schedule', () => {
    expect(decide(want({}, { live: running, fields: [renamed] }))).toBe(true);
    const rescheduled = makeFieldDiff('schedule', 'git');
    expect(decide(want({}, { live: running, fields: [rescheduled] }))).toBe(true);
  });

  it('pauses nothing that rests, must rest or does not change', () => {
    expect(decide(want({}, { fields: [renamed] }))).toBe(false);
    expect(decide(want({}, { live: running, fields: [makeFieldDiff('tags', 'same')] }))).toBe(
      false,
    );
    const resting = { activity: toActivity('paused') };
    expect(decide(want(resting, { live: running, fields: [renamed] }))).toBe(false);
  });
});

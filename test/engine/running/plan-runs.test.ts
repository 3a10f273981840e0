import { describe, expect, it } from 'vitest';
import { listNotices } from '../../../src/engine/plan/notices/list-notices.ts';
import type { DesiredCycle } from '../../../src/model/desired/desired.ts';
import type { Schedule } from '../../../src/model/desired/schedule.ts';
import type { AccountDiff, ConnectorDiff, CycleDiff } from '../../../src/model/diff/field-diff.ts';
import type { RunPlan } from '../../../src/model/diff/run-plan.ts';
import {
  bindConnector,
  makeConnector,
  makeCycle,
  nameOne,
  quarterly,
  toActivity,
} from '../../support/values/make-desired.ts';
import {
  absent,
  connectorDiff,
  cycleDiff,
  makeAccountState,
  makeDiff,
  makeFieldDiff,
  makePause,
  makeRecord,
} from '../../support/values/make-field-diff.ts';
import { liveConnector, liveCycle } from '../../support/values/make-live.ts';

const hourly: Schedule = { kind: 'every', every: '1h' };
const daily: Schedule = { kind: 'every', every: '1d' };
const running = { live: liveCycle('live-sync', { status: 'Active', schedule: hourly }) };
const renamed = makeFieldDiff('displayName', 'git');
const stopped = makeFieldDiff('state', 'git');
const rescheduled = makeFieldDiff('schedule', 'git');
const active = { activity: toActivity('active', quarterly) };
const resting = { activity: toActivity('paused') };

/** The cycle `sync` with this part of its manifest. */
function want(desired: Partial<DesiredCycle>, more: Partial<CycleDiff> = {}): CycleDiff {
  return cycleDiff('sync', [], { desired: nameOne(makeCycle('sync', desired)), ...more });
}

function plan(cycle: CycleDiff, more: Partial<AccountDiff> = {}): RunPlan | undefined {
  return makeDiff({ cycles: [cycle], ...more }).cycles[0]?.runPlan;
}

function withPause(cycle: CycleDiff, schedule: Schedule): Partial<AccountDiff> {
  return { state: makeAccountState({ pauses: [makePause(cycle.address, { schedule })] }) };
}

describe('the schedule of a start', () => {
  const run = { schedule: daily, sent: { runOnce: false }, activatedAt: '2026-12-01T05:00:00Z' };
  const record = makeRecord({ ...makeCycle('sync'), kind: 'cycle' }, { run });
  const live = liveCycle('1', { schedule: { kind: 'every', every: '6h' } });
  const started = { activity: toActivity('active'), fields: [stopped] };

  function onOf(cycle: CycleDiff, more: Partial<AccountDiff> = {}): Schedule | null {
    const planned = plan({ ...cycle, fields: started.fields }, more);
    return planned?.kind === 'start' ? planned.on : null;
  }

  it('is that of the manifest first of all', () => {
    const cycle = want(active, { record, live });
    expect(onOf(cycle, withPause(cycle, hourly))).toEqual(quarterly);
  });

  it('is what it was paused from, then what was last sent, then what was read', () => {
    const cycle = want({ activity: toActivity('active') }, { record, live });
    expect(onOf(cycle, withPause(cycle, hourly))).toEqual(hourly);
    expect(onOf(cycle)).toEqual(daily);
    expect(onOf({ ...cycle, record: null })).toEqual(live.schedule);
  });

  it('is its webhook where it has one, else it waits for one', () => {
    const desired = makeCycle('sync', { activity: toActivity('active') });
    const more = { fields: [stopped], desired: nameOne(desired, { startsByWebhook: true }) };
    expect(plan(cycleDiff('sync', [], more))).toEqual({ kind: 'start', on: { kind: 'webhook' } });
    const unknown = want({ activity: toActivity('active') }, { fields: [stopped] });
    expect(plan(unknown)).toEqual({ kind: 'wait', for: 'schedule' });
  });
});

describe('a start', () => {
  it('is planned for what is new, or is paused and must run', () => {
    expect(plan(want(active, absent))).toEqual({ kind: 'start', on: quarterly });
    expect(plan(want(active, { fields: [stopped] }))).toEqual({ kind: 'start', on: quarterly });
  });

  it('is not planned for what runs, must rest, is unmanaged or is as it must be', () => {
    expect(plan(want(active, running))).toEqual({ kind: 'leave' });
    expect(plan(want(resting, { fields: [stopped] }))).toEqual({ kind: 'leave' });
    expect(plan(want({}, { fields: [renamed] }))).toEqual({ kind: 'leave' });
    expect(plan(want(active, { fields: [renamed] }))).toEqual({ kind: 'leave' });
  });

  it('is planned for what we paused, unless Git wants it paused now', () => {
    const unmanaged = want({});
    expect(plan(unmanaged, withPause(unmanaged, hourly))).toEqual({ kind: 'start', on: hourly });
    const rests = want(resting);
    expect(plan(rests, withPause(rests, hourly))).toEqual({ kind: 'leave' });
  });
});

describe('a start waits for', () => {
  const oauth = bindConnector(
    makeConnector('crm', { auth: { kind: 'oauth', user: 'admin@northwind.example' } }),
  );
  const signedOut = { live: liveConnector('live-crm', { authenticated: false }) };
  const uses = (desired: Partial<DesiredCycle>) =>
    cycleDiff('sync', [stopped], {
      desired: nameOne(makeCycle('sync', desired), { slotKeys: new Map([['Sample CRM', 'crm']]) }),
    });
  const waits = { kind: 'wait', for: 'sign-in', connectors: ['northwind/connectors/crm'] };

  function planWith(cycle: CycleDiff, connector: Partial<ConnectorDiff>): RunPlan | undefined {
    return plan(cycle, {
      connectors: [connectorDiff('crm', [], { desired: oauth, ...connector })],
    });
  }

  it('a connector in its slots that a person has not signed in', () => {
    expect(planWith(uses(active), signedOut)).toEqual(waits);
    expect(planWith(uses(active), absent)).toEqual(waits);
    expect(planWith(uses(active), {})).toMatchObject({ kind: 'start' });
  });

  it('a connector that the live cycle uses', () => {
    const live = liveCycle('1', { connectors: [{ id: 'live-crm', authenticated: false }] });
    expect(planWith(want(active, { live, fields: [stopped] }), signedOut)).toEqual(waits);
    expect(planWith(want(active, { fields: [stopped] }), signedOut)).toMatchObject({
      kind: 'start',
    });
  });

  it('no one if the cycle should not run, or if Git signs its connector in', () => {
    expect(planWith(uses(resting), signedOut)).toEqual({ kind: 'leave' });
    const desired = bindConnector(makeConnector('crm', { auth: { kind: 'none' } }));
    expect(planWith(uses(active), { ...signedOut, desired })).toMatchObject({ kind: 'start' });
  });

  it('a connector that others sign in, unless it is new or its properties change', () => {
    const desired = bindConnector(makeConnector('crm', { auth: { kind: 'unmanaged' } }));
    expect(planWith(uses(active), { ...signedOut, desired })).toEqual(waits);
    for (const more of [absent, { ...signedOut, fields: [makeFieldDiff('properties/key', 'git')] }])
      expect(planWith(uses(active), { desired, ...more })).toMatchObject({ kind: 'start' });
  });
});

describe('a single run', () => {
  const once = { kind: 'once', at: '2026-12-24T01:00:00Z' } as const;
  const waits = { kind: 'wait', for: 'run-over' };
  const live = liveCycle('1', { status: 'Active', schedule: once });
  const wants: readonly Partial<DesiredCycle>[] = [active, resting, {}];

  it.each(wants)('is waited for, with every edit, whoever requested it: %o', (desired) => {
    for (const fields of [[], [renamed], [stopped, rescheduled]])
      expect(plan(want(desired, { live, fields }))).toEqual(waits);
    const cycle = want(desired, { live, fields: [renamed] });
    expect(listNotices(makeDiff({ cycles: [cycle] }))).toMatchObject([
      { kind: 'single-run', moment: once.at, paths: ['displayName'] },
    ]);
  });

  it('with an unknown outcome holds nothing back once it is over', () => {
    const run = { schedule: once, sent: { runOnce: true }, activatedAt: '2026-12-01T05:00:00Z' };
    const known = { ...makeCycle('sync'), kind: 'cycle' } as const;
    const record = makeRecord(known, { run: { ...run, isUnknown: true } });
    expect(plan(want(active, { record, fields: [stopped] }))).toMatchObject({ kind: 'start' });
    expect(plan(want(resting, { record }))).toEqual({ kind: 'leave' });
  });
});

describe('a window', () => {
  it('pauses a running cycle for an edit or another schedule', () => {
    const window = { kind: 'window', on: hourly };
    expect(plan(want({}, { ...running, fields: [renamed] }))).toEqual(window);
    expect(plan(want({}, { ...running, fields: [rescheduled] }))).toEqual(window);
  });

  it('pauses nothing that rests, must rest or does not change', () => {
    expect(plan(want({}, { fields: [renamed] }))).toEqual({ kind: 'leave' });
    const same = makeFieldDiff('tags', 'same');
    expect(plan(want({}, { ...running, fields: [same] }))).toEqual({ kind: 'leave' });
    expect(plan(want(resting, { ...running, fields: [renamed] }))).toEqual({ kind: 'stop' });
  });
});

it('a renamed cycle gets its tag with the stop that Git wants, on an unknown schedule too', () => {
  const renamedFrom = { key: 'earlier', at: renamed.desired.at };
  const live = liveCycle('1', { status: 'Active', tags: ['cyclectl:earlier'] });
  const tagged = (desired: Partial<DesiredCycle>) =>
    makeDiff({ cycles: [want({ ...desired, renamedFrom }, { live })] }).cycles[0]?.getsTag;
  expect(tagged(resting)).toBe(true);
  expect(tagged({})).toBe(false);
});

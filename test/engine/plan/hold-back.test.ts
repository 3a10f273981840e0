import { describe, expect, it } from 'vitest';
import { findHeld, holdBack } from '../../../src/engine/plan/hold-back.ts';
import type { CycleDiff } from '../../../src/model/diff/verdict.ts';
import {
  bindConnector,
  makeConnector,
  makeCycle,
  nameOne,
  quarterly,
  toActivity,
} from '../../support/values/make-desired.ts';
import { liveConnector, liveCycle } from '../../support/values/make-live.ts';
import {
  connectorDiff,
  cycleDiff,
  makeDiff,
  makeVerdict,
} from '../../support/values/make-verdict.ts';

const running = liveCycle('live-sync', { status: 'Active' });
const renamed = makeVerdict('displayName', 'manifest');
const stopped = makeVerdict('state', 'live');

/** An account whose cycle `sync` uses a connector that a person has to sign in. */
function see(cycle: CycleDiff) {
  const auth = { kind: 'oauth', user: 'it@northwind.example' } as const;
  const desired = bindConnector(makeConnector('crm', { auth }));
  const live = liveConnector('live-crm', { authenticated: false });
  const diff = makeDiff({
    connectors: [connectorDiff('crm', [], { desired, live })],
    cycles: [cycle],
  });
  return { held: findHeld(cycle, diff), diff };
}

function using(state: 'active' | 'paused' | null, more: Partial<CycleDiff>): Partial<CycleDiff> {
  const activity = state === null ? {} : { activity: toActivity(state, quarterly) };
  const slotKeys = new Map([['Sample CRM', 'crm']]);
  return { desired: nameOne(makeCycle('sync', activity), { slotKeys }), ...more };
}

describe('a running cycle whose connector is not signed in', () => {
  it.each(['active', null] as const)('is not edited where its state is %s', (state) => {
    const { held, diff } = see(cycleDiff('sync', [renamed], using(state, { live: running })));
    expect(held).toEqual({ why: 'sign-in', paths: ['displayName'] });
    const [cycle] = holdBack(diff).cycles;
    expect(cycle?.verdicts).toEqual([{ ...renamed, isChange: false }]);
  });

  it('is edited where it shall be paused, and where its steps are bound to another connector', () => {
    const pausing = cycleDiff('sync', [renamed, stopped], using('paused', { live: running }));
    expect(see(pausing).held).toBeNull();
    const live = { ...running, connectors: [{ id: 'live-crm', authenticated: false }] };
    const rebinding = makeVerdict('connectors/Sample CRM', 'manifest');
    const slotKeys = new Map([['Sample CRM', 'other']]);
    const desired = nameOne(makeCycle('sync'), { slotKeys });
    expect(see(cycleDiff('sync', [rebinding], { desired, live })).held).toBeNull();
    expect(see(cycleDiff('sync', [renamed], { desired, live })).held).not.toBeNull();
  });

  it('has nothing held back where nothing differs', () => {
    const same = makeVerdict('displayName', 'same');
    const { held, diff } = see(cycleDiff('sync', [same], using('active', { live: running })));
    expect(held).toBeNull();
    expect(holdBack(diff)).toEqual(diff);
  });
});

describe('a paused cycle that shall be active, and nothing tells when', () => {
  const desired = nameOne(makeCycle('sync', { activity: toActivity('active') }));

  it('keeps its run state, and its other fields are written', () => {
    const cycle = cycleDiff('sync', [stopped, renamed], { desired });
    const diff = makeDiff({ cycles: [cycle] });
    expect(findHeld(cycle, diff)).toEqual({ why: 'no-schedule', paths: ['state'] });
    const [left] = holdBack(diff).cycles;
    expect(left?.verdicts.map((verdict) => verdict.isChange)).toEqual([false, true]);
  });

  it('is started where the service shows its schedule', () => {
    const live = liveCycle('live-sync', { schedule: quarterly });
    const cycle = cycleDiff('sync', [stopped], { desired, live });
    expect(findHeld(cycle, makeDiff({ cycles: [cycle] }))).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { listDeferred, withDeferred } from '../../../src/engine/plan/list-deferred.ts';
import { isChanged } from '../../../src/model/diff/disposition.ts';
import type { CycleDiff } from '../../../src/model/diff/field-diff.ts';
import {
  bindConnector,
  makeConnector,
  makeCycle,
  nameOne,
  quarterly,
  toActivity,
} from '../../support/values/make-desired.ts';
import {
  connectorDiff,
  cycleDiff,
  makeDiff,
  makeFieldDiff,
} from '../../support/values/make-field-diff.ts';
import { liveConnector, liveCycle } from '../../support/values/make-live.ts';

const running = liveCycle('live-sync', { status: 'Active' });
const renamed = makeFieldDiff('displayName', 'git');
const stopped = makeFieldDiff('state', 'live');

/** An account whose cycle `sync` uses a connector that a person has to sign in. */
function see(cycle: CycleDiff) {
  const auth = { kind: 'oauth', user: 'it@northwind.example' } as const;
  const desired = bindConnector(makeConnector('crm', { auth }));
  const live = liveConnector('live-crm', { authenticated: false });
  const diff = makeDiff({
    connectors: [connectorDiff('crm', [], { desired, live })],
    cycles: [cycle],
  });
  return { held: diff.cycles.flatMap(listDeferred), diff };
}

function using(state: 'active' | 'paused' | null, more: Partial<CycleDiff>): Partial<CycleDiff> {
  const activity = state === null ? {} : { activity: toActivity(state, quarterly) };
  const slotKeys = new Map([['Sample CRM', 'crm']]);
  return { desired: nameOne(makeCycle('sync', activity), { slotKeys }), ...more };
}

describe('a running cycle whose connector is not signed in', () => {
  it.each(['active', null] as const)('is not edited where its state is %s', (state) => {
    const { held, diff } = see(cycleDiff('sync', [renamed], using(state, { live: running })));
    expect(held).toEqual(['displayName']);
    const [cycle] = withDeferred(diff).cycles;
    expect(cycle?.fields).toEqual([
      {
        ...renamed,
        disposition: { kind: 'keep', because: { kind: 'deferred', until: 'sign-in' } },
      },
    ]);
  });

  it('is edited where it must be paused, and where its steps are bound to another connector', () => {
    const pausing = cycleDiff('sync', [renamed, stopped], using('paused', { live: running }));
    expect(see(pausing).held).toEqual([]);
    const live = { ...running, connectors: [{ id: 'live-crm', authenticated: false }] };
    const rebinding = makeFieldDiff('connectors/Sample CRM', 'git');
    const slotKeys = new Map([['Sample CRM', 'other']]);
    const desired = nameOne(makeCycle('sync'), { slotKeys });
    expect(see(cycleDiff('sync', [rebinding], { desired, live })).held).toEqual([]);
    expect(see(cycleDiff('sync', [renamed], { desired, live })).held).toEqual(['displayName']);
  });

  it('has nothing held back where nothing differs', () => {
    const same = makeFieldDiff('displayName', 'same');
    const { held, diff } = see(cycleDiff('sync', [same], using('active', { live: running })));
    expect(held).toEqual([]);
    expect(withDeferred(diff)).toEqual(diff);
  });
});

describe('a paused cycle that should be active, without a schedule', () => {
  const desired = nameOne(makeCycle('sync', { activity: toActivity('active') }));

  it('keeps its run state, and its other fields are written', () => {
    const cycle = cycleDiff('sync', [stopped, renamed], { desired });
    const diff = makeDiff({ cycles: [cycle] });
    expect(diff.cycles.flatMap(listDeferred)).toEqual(['state']);
    const [left] = withDeferred(diff).cycles;
    expect(left?.fields.map(isChanged)).toEqual([false, true]);
  });

  it('is started where the service shows its schedule', () => {
    const live = liveCycle('live-sync', { schedule: quarterly });
    const cycle = cycleDiff('sync', [stopped], { desired, live });
    expect(makeDiff({ cycles: [cycle] }).cycles.flatMap(listDeferred)).toEqual([]);
  });
});

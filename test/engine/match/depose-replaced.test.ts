import { describe, expect, it } from 'vitest';
import { deposeReplaced } from '../../../src/engine/match/depose-replaced.ts';
import type { Address } from '../../../src/model/address.ts';
import { toDeposedAddress } from '../../../src/model/desired/scope/deposed.ts';
import type { LiveCycle } from '../../../src/model/live/live.ts';
import type { AccountState } from '../../../src/model/state/account-state.ts';
import { makeCycle, syncSource } from '../../support/values/make-desired.ts';
import { makeAccountState, makeIntent, makeRecord } from '../../support/values/make-field-diff.ts';
import { liveCycle } from '../../support/values/make-live.ts';

const desired = makeCycle('sync');
const { address } = desired;
const first = toDeposedAddress(address, 1);
const bound = [{ desired, source: syncSource }];
const old = { templateId: 'another' };

const started = makeIntent({ address, kind: 'cycle' }, ['1']);
const intent = { ...started, templateId: 'another', name: 'Another' };
const rest = { ...old, name: 'Another' };

function listCreates({ state }: { readonly state: AccountState }): readonly string[] {
  return [...state.creates.keys()];
}

/** Which object each address has when it was looked at. */
function look(
  state: AccountState,
  live: readonly LiveCycle[],
  gone: ReadonlySet<Address> = new Set(),
) {
  const found = deposeReplaced(state, { bound, live, gone, structures: new Map() });
  const objects = [...found.state.objects.values()];
  return {
    objects: Object.fromEntries(objects.map((record) => [record.address, record.remoteId])),
    found,
  };
}

function remember(...records: readonly (readonly [Address, string])[]): AccountState {
  return makeAccountState({
    objects: records.map(([at, remoteId]) =>
      makeRecord({ address: at, kind: 'cycle' }, { remoteId }),
    ),
  });
}

describe('depose', () => {
  it('leaves all as it is where each cycle is made from what Git names', () => {
    const state = remember([address, '1']);
    expect(
      deposeReplaced(state, {
        bound,
        live: [liveCycle('1')],
        gone: new Set(),
        structures: new Map(),
      }).state,
    ).toBe(state);
  });

  it('moves a cycle that is made from something else, with what is open of it, out of the way', () => {
    const pause = { address, cycleId: '1', pausedAt: 'now', reason: 'edit', sent: null } as const;
    const schedule = { kind: 'every', every: '15m' } as const;
    const state = {
      ...remember([address, '1']),
      pauses: new Map([[address, { ...pause, schedule }]]),
    };
    const { objects, found } = look(state, [liveCycle('1', old)]);
    expect(objects).toEqual({ [first]: '1' });
    expect([...found.state.pauses.keys()]).toEqual([first]);
    expect(found.state.pauses.get(first)?.address).toBe(first);
    expect(found.state.deposed).toEqual(new Set([address]));
  });

  it('takes the next suffix if another one is already being replaced', () => {
    const state = remember([address, '2'], [first, '1']);
    const live = [liveCycle('1', { templateId: 'first' }), liveCycle('2', old)];
    expect(look(state, live).objects).toEqual({
      [first]: '1',
      [toDeposedAddress(address, 2)]: '2',
    });
  });

  it('takes back the one that Git names again, and replaces its replacement', () => {
    const state = remember([address, '2'], [first, '1']);
    const live = [liveCycle('1'), liveCycle('2', old)];
    expect(look(state, live).objects).toEqual({
      [address]: '1',
      [toDeposedAddress(address, 2)]: '2',
    });
  });

  it('takes it back also where what was to take its place is gone, and is not taken for gone', () => {
    const state = remember([address, '2'], [first, '1']);
    const { objects, found } = look(state, [liveCycle('1')], new Set([address]));
    expect(objects).toEqual({ [address]: '1' });
    expect([...found.gone]).toEqual([]);
  });

  it('finds what an interrupted create has made from what Git no longer names, where it is one', () => {
    const state = makeAccountState({ creates: [intent] });
    const one = look(state, [liveCycle('1', rest), liveCycle('2', rest)]);
    expect(one.objects).toEqual({ [first]: '2' });
    expect(listCreates(one.found)).toEqual([]);
  });

  it('takes no cycle with another name or tag, and none that was started', () => {
    const state = makeAccountState({ creates: [intent] });
    const others = [
      { name: 'Mine' },
      { tags: ['cyclectl:other'] },
      { status: 'Active' },
      { hasRun: true },
      { templateId: null },
    ];
    for (const other of others) {
      const { objects, found } = look(state, [liveCycle('2', { ...rest, ...other })]);
      expect(objects, JSON.stringify(other)).toEqual({});
      expect(listCreates(found)).toEqual([first]);
    }
    const nameless = makeAccountState({ creates: [{ ...started, templateId: 'another' }] });
    expect(look(nameless, [liveCycle('2', rest)]).objects).toEqual({});
  });

  it('keeps that in mind where nothing of it shows yet, or more than it can have made', () => {
    const state = makeAccountState({ creates: [intent] });
    for (const live of [[], [liveCycle('2', rest), liveCycle('3', rest)]]) {
      const { objects, found } = look(state, live);
      expect(objects).toEqual({});
      expect(listCreates(found)).toEqual([first]);
      expect(listCreates(look(found.state, [liveCycle('2', rest)]).found)).toEqual([]);
    }
  });

  it('takes it up again where Git names again what it was to be made from', () => {
    const kept = makeAccountState({
      creates: [{ ...intent, address: first, templateId: 'template-1' }],
    });
    expect(listCreates(look(kept, []).found)).toEqual([address]);
  });

  it('leaves what no manifest names alone', () => {
    const other = 'northwind/cycles/other' as Address;
    const { objects } = look(remember([other, '1']), [liveCycle('1', old)]);
    expect(objects).toEqual({ [other]: '1' });
  });
});

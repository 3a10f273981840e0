import { expect, it } from 'vitest';
import {
  listRunningAgain,
  restoreRun,
  restoreSingleRun,
} from '../../../src/engine/verify/restore-run.ts';
import { toFieldPath } from '../../../src/model/address.ts';
import { toDeposedAddress } from '../../../src/model/desired/scope/deposed.ts';
import type { AccountState, ObjectRecord } from '../../../src/model/state/account-state.ts';
import { makeCycle, nameOne, toActivity } from '../../support/values/make-desired.ts';
import {
  asApplied,
  cycleDiff,
  makeAccountState,
  makeDeposed,
  makeDiff,
  makePause,
  makeRecord,
  plain,
} from '../../support/values/make-field-diff.ts';
import { liveCycle } from '../../support/values/make-live.ts';

const once = { kind: 'once', at: '2026-12-24T01:00:00Z' } as const;
const run = {
  schedule: once,
  sent: { startTime: once.at, runOnce: true },
  activatedAt: '2026-12-01T05:00:00Z',
};
const now = '2026-12-01T06:00:00Z';
const applied: ObjectRecord['applied'] = { [toFieldPath('schedule')]: asApplied(plain(once)) };
const { address } = makeCycle('sync');

/** What is known of a cycle at rest that Git lets rest with a single run written. */
function recall(record: ObjectRecord | null, state: AccountState = makeAccountState()) {
  const desired = nameOne(makeCycle('sync', { activity: toActivity('paused', once) }));
  const cycle = cycleDiff('sync', [], { desired, record, live: liveCycle('1') });
  return { run: restoreRun(cycle, state, now), applied: restoreSingleRun(cycle, state) };
}

const record = (more: Partial<ObjectRecord> = {}) =>
  makeRecord({ address, kind: 'cycle' }, { run, applied, ...more });

it('A single run that was never requested does not count as applied if its cycle is paused', () => {
  expect(recall(record({ run: null, applied: {} }))).toEqual({ run: null, applied: null });
});

it('A single run that is done counts as applied if its cycle is paused after it', () => {
  expect(recall(record())).toEqual({ run, applied: asApplied(plain(once)) });
});

it('A single run that an edit stopped no longer counts as applied, and is not done if its cycle was paused before its time', () => {
  const pauseOf = (more: { readonly isBeforeRun?: true }) =>
    makeAccountState({ pauses: [makePause(address, more)] });
  expect(recall(record(), pauseOf({}))).toEqual({ run, applied: null });
  const isBeforeRun = true;
  const stopped = { run: { ...run, isBeforeRun }, applied: null };
  expect(recall(record(), pauseOf({ isBeforeRun }))).toEqual(stopped);
  expect(recall(record({ run: null }), pauseOf({})).run).toEqual(run);
  const unknown = { ...run, isUnknown: true } as const;
  expect(recall(record({ run: unknown }), pauseOf({ isBeforeRun })).run).toEqual(unknown);
});

it('A cycle that is bound for the first time may have its single run requested, unless we created it', () => {
  const claimed = { run: { ...run, activatedAt: now }, applied: null };
  expect(recall(null)).toEqual(claimed);
  const intent = {
    address,
    kind: 'cycle',
    idsBefore: [],
    connectorIdsBefore: [],
    begunAt: now,
  } as const;
  expect(recall(null, makeAccountState({ creates: [intent] })).run).toBeNull();
});

it('A replaced one that runs again is no longer recorded as stopped before its time', () => {
  const earlier = toDeposedAddress(address, 1);
  const kept = { ...record(), address: earlier };
  const list = (status: string) => {
    const stopped = { ...kept, run: { ...run, isBeforeRun: true as const } };
    const live = liveCycle('1', { status });
    const before = makeDeposed({ live, record: stopped });
    return listRunningAgain(makeDiff({ cycles: [cycleDiff('sync', [], { deposed: [before] })] }));
  };
  expect(list('Active')).toEqual([kept]);
  expect(list('Paused')).toEqual([]);
});

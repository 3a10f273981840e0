import { expect, it } from 'vitest';
import { makeAdoptionChange } from '../../../../src/features/operations/adopt/make-adoption-change.ts';
import type { AccountDiff } from '../../../../src/model/diff/field-diff.ts';
import { makeCycle, nameOne } from '../../../support/values/make-desired.ts';
import {
  accountDiff,
  cycleDiff,
  fingerprint,
  makeAccountState,
  makeDiff,
  makeFieldDiff,
  makeIntent,
  makePause,
  makeRecord,
} from '../../../support/values/make-field-diff.ts';

const { address } = makeCycle('sync');
const found = { fingerprint, now: '2026-12-01T06:00:00Z' };

function adopt(more: Partial<AccountDiff>) {
  return makeAdoptionChange(makeDiff(more), new Set([address]), found);
}

it('records fields that equal Git or are unreadable, and none that differ', () => {
  const verdicts = [
    makeFieldDiff('displayName', 'same'),
    makeFieldDiff('schedule', 'not-readable', { live: { kind: 'not-readable' } }),
    makeFieldDiff('description', 'unknown'),
  ];
  const cycles = [cycleDiff('sync', verdicts, { record: null }), cycleDiff('other')];
  const { saveObjects } = adopt({ cycles, account: accountDiff([], { record: null }) });
  expect(saveObjects).toMatchObject([{ baseline: { displayName: { kind: 'plain' } } }]);
  expect(saveObjects?.map(({ baseline: _, ...record }) => record)).toEqual([
    {
      address,
      kind: 'cycle',
      remoteId: 'live-sync',
      isFound: true,
      applied: {
        displayName: { kind: 'plain', value: 'wanted', origin: 'read' },
        schedule: { kind: 'plain', value: 'wanted', origin: 'assumed' },
      },
      run: null,
    },
  ]);
});

it('records a protection with the binding', () => {
  const desired = nameOne(makeCycle('sync', { isProtected: true }));
  const { saveObjects } = adopt({ cycles: [cycleDiff('sync', [], { desired, record: null })] });
  expect(saveObjects).toMatchObject([{ isProtected: true }]);
});

it('ends the create that left it, which made it ours', () => {
  const state = makeAccountState({ creates: [makeIntent({ address, kind: 'cycle' })] });
  const change = adopt({ state, cycles: [cycleDiff('sync', [], { record: null })] });
  expect(change.closeCreates).toEqual([address]);
  expect(change.saveObjects?.map(({ isFound }) => isFound)).toEqual([undefined]);
});

it('ends the pause of what the entry was bound to before, and keeps one of its own', () => {
  const gone = makeRecord({ address, kind: 'cycle' }, { remoteId: 'before' });
  const close = (cycleId: string) => {
    const state = makeAccountState({ objects: [gone], pauses: [makePause(address, { cycleId })] });
    return adopt({ state, cycles: [cycleDiff('sync', [], { record: null })] }).closePauses;
  };
  expect(close('before')).toEqual([address]);
  expect(close('live-sync')).toEqual([]);
});

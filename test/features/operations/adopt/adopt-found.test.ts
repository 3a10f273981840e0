import { expect, it } from 'vitest';
import { adoptFound } from '../../../../src/features/operations/adopt/adopt-found.ts';
import type { AccountDiff } from '../../../../src/model/diff/verdict.ts';
import { makeCycle, nameOne } from '../../../support/values/make-desired.ts';
import {
  accountDiff,
  cycleDiff,
  makeDiff,
  makeIntent,
  makeMemory,
  makePause,
  makeRecord,
  makeVerdict,
  print,
} from '../../../support/values/make-verdict.ts';

const { address } = makeCycle('sync');
const found = { print, now: '2026-12-01T06:00:00Z' };

function adopt(more: Partial<AccountDiff>) {
  return adoptFound(makeDiff(more), new Set([address]), found);
}

it('remembers what is as Git wants it and what nobody can read, and nothing of what differs', () => {
  const verdicts = [
    makeVerdict('displayName', 'same'),
    makeVerdict('schedule', 'not-readable', { live: { kind: 'not-readable' } }),
    makeVerdict('description', 'unknown'),
  ];
  const cycles = [cycleDiff('sync', verdicts, { record: null }), cycleDiff('other')];
  const { keepObjects } = adopt({ cycles, account: accountDiff([], { record: null }) });
  expect(keepObjects).toEqual([
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

it('remembers a protection with the binding', () => {
  const desired = nameOne(makeCycle('sync', { isProtected: true }));
  const { keepObjects } = adopt({ cycles: [cycleDiff('sync', [], { desired, record: null })] });
  expect(keepObjects).toMatchObject([{ isProtected: true }]);
});

it('ends the create that left it, which made it ours', () => {
  const memory = makeMemory({ creates: [makeIntent({ address, kind: 'cycle' })] });
  const change = adopt({ memory, cycles: [cycleDiff('sync', [], { record: null })] });
  expect(change.closeCreates).toEqual([address]);
  expect(change.keepObjects?.map(({ isFound }) => isFound)).toEqual([undefined]);
});

it('ends the pause of what the entry was bound to before, and keeps one of its own', () => {
  const gone = makeRecord({ address, kind: 'cycle' }, { remoteId: 'before' });
  const close = (cycleId: string) => {
    const memory = makeMemory({ objects: [gone], pauses: [makePause(address, { cycleId })] });
    return adopt({ memory, cycles: [cycleDiff('sync', [], { record: null })] }).closePauses;
  };
  expect(close('before')).toEqual([address]);
  expect(close('live-sync')).toEqual([]);
});

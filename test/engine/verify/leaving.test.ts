import { expect, it } from 'vitest';
import { nextState } from '../../../src/engine/verify/next-state.ts';
import { toAccountAddress } from '../../../src/model/address.ts';
import {
  accountDiff,
  cycleDiff,
  fingerprint,
  makeDiff,
} from '../../support/values/make-field-diff.ts';
import { liveCycle } from '../../support/values/make-live.ts';

const now = '2026-12-01T05:00:00.000Z';

/** Since when state has a leaving account, after an apply that found its cycle in this status. */
function keepLeaving(status: 'Active' | 'Paused') {
  const cycle = cycleDiff('sync', [], { live: liveCycle('live-sync', { name: 'sync', status }) });
  const diff = makeDiff({ cycles: [cycle] });
  const leaving = { ...diff, desired: { ...diff.desired, isLeaving: true as const } };
  const change = nextState(leaving, { refused: [], fingerprint, now });
  const address = toAccountAddress(leaving.desired.key);
  return change?.saveObjects?.find((record) => record.address === address)?.leavingSince;
}

it('begins the grace of a leaving account with the apply that finds its cycles stopped', () => {
  expect(accountDiff().live).not.toBeNull();
  expect(keepLeaving('Active')).toBeUndefined();
  expect(keepLeaving('Paused')).toBe(now);
});

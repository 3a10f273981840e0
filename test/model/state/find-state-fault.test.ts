import { expect, it } from 'vitest';
import { findStateFault } from '../../../src/model/state/find-state-fault.ts';
import { rolloutAccountStates } from '../../../src/model/state/rollout.ts';

it('takes an account of a rollout in each state that a rollout gives it, a pinned one too', () => {
  const record = { account: 'northwind', wave: 0, from: null, approved: [] };
  const find = (state: string) => findStateFault('rollout-account', { ...record, state }, '');
  expect(rolloutAccountStates.map(find)).toEqual(rolloutAccountStates.map(() => null));
  expect(find('lost')).toMatchObject({ pointer: '/state' });
});

import { expect, it } from 'vitest';
import { applyPins } from '../../../../src/features/rollout/waves/apply-pins.ts';
import { planStep } from '../../../../src/features/rollout/waves/plan-step.ts';
import type { Rollout, RolloutAccount } from '../../../../src/model/state/rollout.ts';

const rollout = {
  revision: 'bb',
  waves: [{ name: 'rest', accounts: 2 }],
  budget: { kind: 'count', most: 0 },
  admitted: 1,
} as unknown as Rollout;

function apply(
  states: readonly RolloutAccount['state'][],
  pinned: readonly (readonly [number, string])[],
): readonly RolloutAccount[] {
  const accounts = states.map((state, index): RolloutAccount => {
    return { account: `north-${index}`, wave: 0, state, from: 'aa', approved: [] };
  });
  const admissions = pinned.map(([index, revision]) => {
    return { account: `north-${index}`, fleet: 'customers', revision, at: '' };
  });
  return applyPins(rollout, accounts, admissions);
}

function listStates(...input: Parameters<typeof apply>) {
  return apply(...input).map(({ state }) => state);
}

it('takes a pinned account out of its wave, whatever it came to', () => {
  const states = ['waiting', 'admitted', 'failed', 'held', 'returning', 'done'] as const;
  const pins = states.map((_, index) => [index, 'aa'] as const);
  expect(listStates(states, pins)).toEqual(states.map(() => 'pinned'));
});

it('leaves an account done that is held on the revision of the rollout, and one that is gone or back', () => {
  const states = ['done', 'gone', 'undone', 'waiting'] as const;
  const pins = states.map((_, index) => [index, 'bb'] as const);
  expect(listStates(states, pins)).toEqual(['done', 'gone', 'undone', 'pinned']);
});

it('lets an account wait again whose pin is removed or over', () => {
  expect(listStates(['pinned', 'done'], [])).toEqual(['waiting', 'done']);
});

it('counts no pinned account as failed, and applies none', () => {
  expect(planStep(rollout, apply(['failed', 'done'], []))).toMatchObject({ kind: 'stop' });
  expect(planStep(rollout, apply(['failed', 'done'], [[0, 'aa']]))).toEqual({ kind: 'end' });
  expect(planStep(rollout, apply(['pinned', 'done'], []))).toMatchObject({
    kind: 'apply',
    accounts: [{ account: 'north-0' }],
  });
});

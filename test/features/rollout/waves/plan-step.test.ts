import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptySummary } from '../../../../src/engine/plan/add-to-summary.ts';
import { planStep } from '../../../../src/features/rollout/waves/plan-step.ts';
import { noChoices } from '../../../../src/model/plan/plan.ts';
import type {
  FailureBudget,
  Rollout,
  RolloutAccount,
  RolloutAccountState,
} from '../../../../src/model/state/rollout.ts';

function makeRollout(sizes: readonly number[], budget: FailureBudget): Rollout {
  return {
    id: 'r',
    fleet: 'customers',
    revision: 'b',
    from: 'a',
    openedAt: '2026-11-28T12:00:00Z',
    waves: sizes.map((accounts, index) => ({ name: `wave-${index}`, accounts })),
    budget,
    approved: { options: noChoices, summary: emptySummary },
    seal: '',
    admitted: 0,
    state: 'open',
  };
}

function makeAccounts(sizes: readonly number[]): readonly RolloutAccount[] {
  return sizes.flatMap((size, wave) =>
    Array.from({ length: size }, (_, index) => ({
      account: `a-${wave}-${index}`,
      wave,
      state: 'waiting' as const,
      from: 'a',
      approved: [],
    })),
  );
}

const results = ['done', 'failed', 'held', 'gone', 'admitted'] as const;

it('admits a wave only when the one before has no more failed accounts than the budget', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 });
  const draws = fc.infiniteStream(fc.constantFrom<RolloutAccountState>(...results));
  fc.assert(
    fc.property(sizes, fc.integer({ min: 0, max: 3 }), draws, (waves, most, drawn) => {
      let rollout = makeRollout(waves, { kind: 'count', most });
      let accounts = makeAccounts(waves);
      for (let steps = 0; steps < 200; steps += 1) {
        const step = planStep(rollout, accounts);
        const before = accounts.filter(({ wave }) => wave === rollout.admitted - 1);
        const failed = before.filter(({ state }) => state === 'failed' || state === 'held').length;
        if (step.kind === 'stop') {
          expect(failed).toBeGreaterThan(most);
          return;
        }
        if (step.kind === 'gate') throw new Error('a rollout without a gate waits for it');
        if (step.kind === 'end') {
          expect(accounts.every(({ state }) => state !== 'waiting' && state !== 'admitted')).toBe(
            true,
          );
          return;
        }
        if (step.admitted > rollout.admitted && rollout.admitted > 0) {
          expect(failed).toBeLessThanOrEqual(most);
          expect(before.every(({ state }) => state !== 'waiting' && state !== 'admitted')).toBe(
            true,
          );
        }
        expect(
          step.accounts.every(({ wave, state }) => wave < step.admitted && state !== 'done'),
        ).toBe(true);
        const keys = new Set(step.accounts.map(({ account }) => account));
        rollout = { ...rollout, admitted: step.admitted };
        accounts = accounts.map((each) =>
          keys.has(each.account) ? { ...each, state: drawn.next().value ?? 'done' } : each,
        );
      }
    }),
  );
});

it('counts a held account as failed, but not among those that came later', () => {
  const rollout = { ...makeRollout([1], { kind: 'count', most: 0 }), admitted: 1 };
  const [account] = makeAccounts([1]);
  if (account === undefined) throw new Error('no account');
  expect(planStep(rollout, [{ ...account, state: 'held' }]).kind).toBe('stop');
  const late = [
    { ...account, state: 'done' as const },
    { ...account, account: 'late', wave: 1, state: 'held' as const },
  ];
  expect(planStep({ ...rollout, admitted: 2 }, late).kind).toBe('end');
});

it('takes a share of the wave as the budget', () => {
  const rollout = { ...makeRollout([50, 1], { kind: 'percent', most: 2 }), admitted: 1 };
  const accounts = makeAccounts([50, 1]).map((each) =>
    each.wave === 0 ? { ...each, state: 'done' as const } : each,
  );
  const fail = (count: number) =>
    accounts.map((each, index) => (index < count ? { ...each, state: 'failed' as const } : each));
  expect(planStep(rollout, fail(1)).kind).toBe('apply');
  expect(planStep(rollout, fail(2)).kind).toBe('stop');
});

it('admits the next wave, and ends, only when each wave before has met the gate', () => {
  const gate = { evidence: null, errors: false, checks: false, approval: true };
  const numbers = fc.nat({ max: 3 });
  fc.assert(
    fc.property(numbers, numbers, (admitted, passed) => {
      const sizes = [1, 1, 1];
      const rollout = { ...makeRollout(sizes, { kind: 'count', most: 0 }), gate, admitted, passed };
      const accounts = makeAccounts(sizes).map((each) =>
        each.wave < admitted ? { ...each, state: 'done' as const } : each,
      );
      const step = planStep(rollout, accounts);
      const expected = passed < admitted ? 'gate' : admitted === sizes.length ? 'end' : 'apply';
      expect(step.kind).toBe(expected);
    }),
  );
});

it('asks no gate of accounts that came later', () => {
  const gate = { evidence: null, errors: false, checks: false, approval: true };
  const rollout = { ...makeRollout([1], { kind: 'count', most: 0 }), gate, admitted: 2, passed: 1 };
  const [account] = makeAccounts([1]);
  if (account === undefined) throw new Error('no account');
  const done = { ...account, state: 'done' as const };
  expect(planStep(rollout, [done, { ...done, account: 'late', wave: 1 }]).kind).toBe('end');
});

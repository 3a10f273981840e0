import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  checkGate,
  type GateFacts,
  type GateResult,
} from '../../../../src/features/rollout/gate/check-gate.ts';
import type { Gate, RolloutAccount } from '../../../../src/model/state/rollout.ts';
import type { RunCount } from '../../../../src/model/state/run-count.ts';

const openedAt = '2026-11-01T00:00:00.000Z';
const appliedAt = '2026-11-01T06:00:00.000Z';
const budget = { kind: 'count', most: 0 } as const;
const facts: GateFacts = { now: '2026-11-01T07:00:00.000Z', isApproved: false, checks: null };
const gate: Gate = {
  evidence: { percent: 80, withinMs: 26 * 3_600_000 },
  errors: true,
  checks: false,
  approval: false,
};

function check(
  accounts: readonly RolloutAccount[],
  changed: Partial<GateFacts & { readonly gate: Gate }> = {},
): GateResult {
  return checkGate({ gate: changed.gate ?? gate, budget, openedAt }, accounts, {
    ...facts,
    ...changed,
  });
}

function makeAccount(name: string, runs?: RunCount, before?: RunCount): RolloutAccount {
  return {
    account: name,
    wave: 0,
    state: 'done',
    from: 'a',
    approved: [],
    appliedAt,
    ...(runs === undefined ? {} : { runs }),
    ...(before === undefined ? {} : { before }),
  };
}

const good = (ended: number): RunCount => ({ ended, failed: 0, errors: [] });
const bad = (failed: number, ended: number, ...errors: readonly string[]): RunCount => ({
  ended,
  failed,
  errors,
});

const counts = fc
  .record({ ended: fc.nat(40), failed: fc.nat(40), errors: fc.subarray(['a', 'b', 'c']) })
  .map(({ ended, failed, errors }) => ({ ended, failed: Math.min(failed, ended), errors }));
const members = fc.array(
  fc.record({
    state: fc.constantFrom<RolloutAccount['state']>('done', 'failed', 'held', 'gone'),
    runs: fc.option(counts, { nil: undefined }),
    before: fc.option(counts, { nil: undefined }),
  }),
  { maxLength: 8 },
);
const gates = fc.record({
  evidence: fc.option(
    fc.record({ percent: fc.integer({ min: 1, max: 100 }), withinMs: fc.nat(1e8) }),
  ),
  errors: fc.boolean(),
  checks: fc.boolean(),
  approval: fc.boolean(),
});
const known = fc.record({
  now: fc.integer({ min: 0, max: 100 }).map((hours) => {
    return new Date(Date.parse(openedAt) + hours * 3_600_000).toISOString();
  }),
  isApproved: fc.boolean(),
  checks: fc.option(
    fc.record({ failed: fc.subarray(['a-0', 'a-1']), unmade: fc.subarray(['a-2', 'a-3']) }),
  ),
});

it('passes no wave without evidence, without an approval that is required, or with a failure', () => {
  fc.assert(
    fc.property(members, gates, known, (drawn, drawnGate, given) => {
      const accounts = drawn.map(({ runs, before, state }, index) => ({
        ...makeAccount(`a-${index}`, runs, before),
        state,
      }));
      const result = check(accounts, { ...given, gate: drawnGate });
      const there = accounts.filter(({ state }) => state !== 'gone');
      const ran = there.filter(({ state, runs }) => state === 'done' && (runs?.ended ?? 0) > 0);
      if (result.kind === 'passed' && !given.isApproved) {
        expect(drawnGate.approval).toBe(false);
        if (drawnGate.evidence !== null) {
          expect(ran.length).toBeGreaterThan(0);
          expect(ran.length * 100).toBeGreaterThanOrEqual(
            there.length * drawnGate.evidence.percent,
          );
        }
        if (drawnGate.checks && there.length > 0) {
          expect(given.checks?.unmade).toEqual([]);
          expect(there.some(({ state }) => state === 'done')).toBe(true);
        }
      }
      if (result.kind === 'passed') {
        expect(given.checks?.failed ?? []).toEqual([]);
        if (drawnGate.checks) expect(given.checks).not.toBeNull();
      }
      const unapproved = check(accounts, { ...given, isApproved: false, gate: drawnGate });
      // An approval is in place of what is missing alone.
      expect(result.kind === 'failed').toBe(unapproved.kind === 'failed');
    }),
  );
});

it('takes a share of the accounts that are there, and rounds it up', () => {
  const wave = (ran: number) =>
    Array.from({ length: 6 }, (_, index) => makeAccount(`a-${index}`, good(index < ran ? 1 : 0)));
  expect(check(wave(4)).kind).toBe('open');
  expect(check(wave(5))).toMatchObject({ kind: 'passed', evidence: { has: 5, of: 6, needs: 5 } });
  const gone = wave(4).map((each, index) => {
    return index === 5 ? { ...each, state: 'gone' as const } : each;
  });
  expect(check(gone).kind).toBe('passed');
});

it('counts no run of an account whose apply failed', () => {
  const failed = { ...makeAccount('a', good(3)), state: 'failed' as const };
  expect(check([failed])).toMatchObject({ kind: 'open', missing: { evidence: { has: 0 } } });
});

it('asks a person once the time is over, counted from the last apply of the wave', () => {
  const late = { ...makeAccount('b'), appliedAt: '2026-11-01T08:00:00.000Z' };
  const at = (now: string) => check([makeAccount('a', good(1)), late], { now });
  const askedAt = '2026-11-02T10:00:00.000Z';
  expect(at('2026-11-02T09:59:00.000Z')).toMatchObject({ kind: 'open', isAsked: false });
  expect(at(askedAt)).toMatchObject({ isAsked: true, missing: { askedAt } });
});

it('fails where so many runs with errors are unlikely at the share of before', () => {
  const run = (before: RunCount, after: RunCount) => check([makeAccount('a', after, before)]);
  const among20 = (failed: number) => run(bad(5, 100, 'x'), bad(failed, 20, 'y')).kind;
  // At a share of 5 %, 3 of 20 or more are as likely as 7.5 %, and 4 or more as 1.6 %.
  expect([0, 1, 2, 3, 4].map(among20)).toEqual(['passed', 'passed', 'passed', 'passed', 'failed']);
  expect(run(good(100), bad(1, 500, 'x')).kind).toBe('failed');
  for (const ended of [1, 2, 51]) {
    expect(run(bad(1, 1000, 'x'), bad(1, ended, 'x'))).toEqual({
      kind: 'failed',
      why: {
        kind: 'errors',
        before: bad(1, 1000, 'x'),
        after: bad(1, ended, 'x'),
        accounts: ['a'],
      },
    });
  }
  expect(run(bad(1, 1000, 'x'), bad(1, 52, 'x')).kind).toBe('passed');
  expect(run(bad(30, 30, 'x'), bad(9, 9, 'x')).kind).toBe('passed');
});

it('fails by one new kind of error, where there were few runs before', () => {
  const run = (before: RunCount | undefined, after: RunCount) =>
    check([makeAccount('a', after, before)]).kind;
  expect(run(bad(19, 19, 'x'), bad(9, 9, 'x'))).toBe('passed');
  expect(run(good(19), bad(1, 50, 'x'))).toBe('failed');
  expect(run(undefined, bad(1, 50, 'x'))).toBe('failed');
  expect(run(bad(1, 20, 'x'), bad(1, 20, 'y'))).toBe('passed');
});

it('fails by health checks beyond the budget, with the accounts that failed already', () => {
  const ofChecks: Gate = { evidence: null, errors: false, checks: true, approval: false };
  const accounts = [makeAccount('a'), makeAccount('b'), makeAccount('c')];
  const run = (most: number, failed: readonly string[], first: RolloutAccount['state'] = 'done') =>
    checkGate(
      { gate: ofChecks, openedAt, budget: { kind: 'count', most } },
      accounts.map((each, index) => (index === 0 ? { ...each, state: first } : each)),
      { ...facts, checks: { failed, unmade: [] } },
    ).kind;
  expect(run(0, ['b'])).toBe('failed');
  expect(run(1, ['b'])).toBe('passed');
  expect(run(1, ['b'], 'failed')).toBe('failed');
});

it('waits for health checks that show nothing, and asks a person as for runs', () => {
  const none = { failed: [], unmade: ['a'] };
  const ofChecks = (runs: Gate['evidence']) => ({ ...gate, evidence: runs, checks: true });
  const run = (runs: Gate['evidence'], changed: Partial<GateFacts> = {}) =>
    check([makeAccount('a', good(1))], { checks: none, gate: ofChecks(runs), ...changed });
  const missing = { unmade: ['a'], evidence: null };
  const askedAt = '2026-11-02T08:00:00.000Z';
  expect(run(gate.evidence)).toMatchObject({ isAsked: false, missing: { ...missing, askedAt } });
  expect(run(gate.evidence, { now: askedAt })).toMatchObject({ kind: 'open', isAsked: true });
  expect(run(null)).toMatchObject({ isAsked: true, missing: { ...missing, askedAt: null } });
  expect(run(null, { isApproved: true }).kind).toBe('passed');
  const failed = { ...makeAccount('a'), state: 'failed' as const };
  const within = { gate: ofChecks(null), openedAt, budget: { kind: 'count', most: 1 } } as const;
  const checks = { failed: [], unmade: [] };
  expect(checkGate(within, [failed], { ...facts, checks })).toMatchObject({
    kind: 'open',
    missing,
  });
});

it('asks a person when the time is over since the last apply of the wave', () => {
  const last = { ...makeAccount('south'), appliedAt: '2026-11-01T20:00:00.000Z' };
  const accounts = [makeAccount('north'), last];
  const askedAt = '2026-11-02T22:00:00.000Z';
  const asks = (now: string) => check(accounts, { now });
  expect(asks('2026-11-02T21:59:59.999Z')).toMatchObject({
    isAsked: false,
    missing: { askedAt },
  });
  expect(asks(askedAt)).toMatchObject({ isAsked: true });
});

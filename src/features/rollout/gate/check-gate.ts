import { findUpperTail } from '../../../kit/binomial.ts';
import type { Gate, Rollout, RolloutAccount } from '../../../model/state/rollout.ts';
import { addRunCounts, type RunCount } from '../../../model/state/run-count.ts';
import { toMostFailed } from '../waves/check-wave.ts';

/** Accounts of a wave whose health checks failed, and those where one could not be made or none passed. */
export type WaveChecks = { readonly failed: readonly string[]; readonly unmade: readonly string[] };

/** All that is known about an applied wave besides its accounts. */
export type GateFacts = {
  /** ISO UTC. */
  readonly now: string;
  /** True if a person approved the wave. */
  readonly isApproved: boolean;
  /** Null: they did not run. */
  readonly checks: WaveChecks | null;
};

/** Accounts with a run that began after their apply, and ended. */
export type Evidence = {
  readonly has: number;
  readonly of: number;
  /** Names of those without a run. */
  readonly lacking: readonly string[];
  readonly needs: number;
};

/** Conditions that are not met yet. */
export type Missing = {
  /** Null: enough, or none needed. */
  readonly evidence: Evidence | null;
  readonly checks: boolean;
  /** Accounts whose health checks could not be made, or that have none that passed. */
  readonly unmade: readonly string[];
  readonly approval: boolean;
  /** Time from which a person is asked (ISO UTC); null: now. */
  readonly askedAt: string | null;
};

export type GateFailure =
  | {
      readonly kind: 'errors';
      readonly before: RunCount;
      readonly after: RunCount;
      readonly accounts: readonly string[];
    }
  | {
      readonly kind: 'new-errors';
      readonly errors: readonly string[];
      readonly accounts: readonly string[];
    }
  | { readonly kind: 'checks'; readonly accounts: readonly string[] };

export type GateResult =
  | { readonly kind: 'passed'; readonly evidence: Evidence | null }
  | { readonly kind: 'failed'; readonly why: GateFailure }
  /** `isAsked`: only a person can pass it now. */
  | { readonly kind: 'open'; readonly missing: Missing; readonly isAsked: boolean };

/** Probability below which errors are not those of before. */
const unlikely = 0.05;

/** Fewest runs before a rollout with which parts of runs are compared. */
export const fewestRunsBefore = 20;

/**
 * Checks an applied wave against the gate of its rollout. An approval is in place of what is missing, but
 * not of what failed. Without an account that ran there is no evidence.
 */
export function checkGate(
  { gate, budget, openedAt }: Pick<Rollout, 'gate' | 'budget' | 'openedAt'>,
  accounts: readonly RolloutAccount[],
  { now, isApproved, checks }: GateFacts,
): GateResult {
  if (gate === undefined) return { kind: 'passed', evidence: null };
  const failure =
    findErrors(gate, accounts) ??
    findFailedChecks(accounts, checks, toMostFailed(budget, accounts.length));
  if (failure !== null) return { kind: 'failed', why: failure };
  const there = accounts.filter(({ state }) => state !== 'gone' && state !== 'pinned');
  const evidence = toEvidence(gate, there);
  const isEnough = evidence === null || evidence.has >= evidence.needs;
  if (gate.checks && checks === null && (isApproved || isEnough)) {
    const missing = { evidence: null, checks: true, unmade: [], approval: false, askedAt: null };
    return { kind: 'open', missing, isAsked: false };
  }
  const unmade = listUnmade(there, checks);
  const comesWithTime = !isEnough || unmade.length > 0;
  const askedAt = comesWithTime ? findAskedAt(gate, there, openedAt) : null;
  const missing: Missing = {
    evidence: isEnough ? null : evidence,
    checks: gate.checks && checks === null,
    unmade,
    approval: gate.approval,
    askedAt,
  };
  if (isApproved || !(comesWithTime || gate.approval)) return { kind: 'passed', evidence };
  return { kind: 'open', missing, isAsked: askedAt === null || now >= askedAt };
}

/** Checks the wave that waits by what was recorded last; null where none does. */
export function checkRecorded(
  rollout: Rollout,
  accounts: readonly RolloutAccount[],
  now: string,
): GateResult | null {
  const { passed = 0, approvedWaves = 0 } = rollout;
  const wave = accounts.filter((each) => each.wave === passed);
  const isWaiting = rollout.gate !== undefined && rollout.state === 'open';
  if (!isWaiting || passed >= rollout.admitted || wave.length === 0) return null;
  return checkGate(rollout, wave, { now, isApproved: approvedWaves > passed, checks: null });
}

function toEvidence({ evidence }: Gate, there: readonly RolloutAccount[]): Evidence | null {
  if (evidence === null) return null;
  const ran = new Set(listApplied(there).filter(({ runs }) => (runs?.ended ?? 0) > 0));
  return {
    has: ran.size,
    of: there.length,
    lacking: there.flatMap((each) => (ran.has(each) ? [] : [each.account])),
    needs: Math.max(1, Math.ceil((there.length * evidence.percent) / 100)),
  };
}

// Where no account has the revision, none was checked.
function listUnmade(
  there: readonly RolloutAccount[],
  checks: WaveChecks | null,
): readonly string[] {
  if (checks === null) return [];
  return listApplied(there).length > 0 ? checks.unmade : there.map(({ account }) => account);
}

function findAskedAt(
  { evidence }: Gate,
  there: readonly RolloutAccount[],
  openedAt: string,
): string | null {
  if (evidence === null) return null;
  const times = listApplied(there).map(({ appliedAt }) => appliedAt ?? openedAt);
  const last = times.reduce((one, other) => (one > other ? one : other), openedAt);
  return new Date(Date.parse(last) + evidence.withinMs).toISOString();
}

/** The accounts of a wave that have the revision, as it was read back. */
export function listApplied(accounts: readonly RolloutAccount[]): readonly RolloutAccount[] {
  return accounts.filter(({ state, appliedAt }) => state === 'done' && appliedAt !== undefined);
}

function findErrors({ errors }: Gate, accounts: readonly RolloutAccount[]): GateFailure | null {
  if (!errors) return null;
  const applied = listApplied(accounts);
  const before = addRunCounts(applied.flatMap((each) => each.before ?? []));
  const after = addRunCounts(applied.flatMap((each) => each.runs ?? []));
  const listWith = (errors: readonly string[]) =>
    applied.flatMap(({ account, runs }) =>
      runs?.errors.some((each) => errors.includes(each)) === true ? [account] : [],
    );
  if (before.ended < fewestRunsBefore) {
    const fresh = after.errors.filter((each) => !before.errors.includes(each));
    if (fresh.length === 0) return null;
    return { kind: 'new-errors', errors: fresh, accounts: listWith(fresh) };
  }
  const asBefore = { trials: after.ended, share: before.failed / before.ended };
  const isUnlikely = findUpperTail(after.failed, asBefore) < unlikely;
  return isUnlikely ? { kind: 'errors', before, after, accounts: listWith(after.errors) } : null;
}

function findFailedChecks(
  accounts: readonly RolloutAccount[],
  checks: WaveChecks | null,
  most: number,
): GateFailure | null {
  const { failed = [] } = checks ?? {};
  const others = accounts.filter(({ state }) => state === 'failed' || state === 'held').length;
  if (failed.length === 0 || failed.length + others <= most) return null;
  return { kind: 'checks', accounts: failed };
}

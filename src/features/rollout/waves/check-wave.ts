import { count } from '../../../kit/text/text-layout.ts';
import type {
  FailureBudget,
  Rollout,
  RolloutAccount,
  RolloutAccountState,
} from '../../../model/state/rollout.ts';

/** Reads the budget of a fleet: a number, or a percentage of the accounts of a wave. */
export function parseBudget(written: number | string = 0): FailureBudget {
  return typeof written === 'number'
    ? { kind: 'count', most: written }
    : { kind: 'percent', most: Number(written.slice(0, -1)) };
}

/** The most failed accounts that a wave of a size may have. */
export function toMostFailed({ kind, most }: FailureBudget, accounts: number): number {
  return kind === 'count' ? most : Math.floor((accounts * most) / 100);
}

/** Formats when a rollout ends by its budget: `at the first failed account`, `when more than 2% of a wave failed`. */
export function formatBudget({ kind, most }: FailureBudget): string {
  if (most === 0) return 'at the first failed account';
  return kind === 'count'
    ? `when more than ${count(most, 'account')} of a wave failed`
    : `when more than ${most}% of a wave failed`;
}

/** Result of a wave. `unfinished`: some accounts are not applied yet. */
export type WaveResult = 'unfinished' | 'failed' | 'passed';

/**
 * Checks a wave by its accounts. One that is held counts as failed, because nothing is known of the
 * revision there; of accounts that came later it does not, because nothing was approved of them.
 */
export function checkWave(
  { budget, waves }: Pick<Rollout, 'budget' | 'waves'>,
  accounts: readonly RolloutAccount[],
): WaveResult {
  const countStates = (...states: readonly RolloutAccountState[]) =>
    accounts.filter(({ state }) => states.includes(state)).length;
  const isLate = accounts.some(({ wave }) => wave >= waves.length);
  const failed = countStates('failed', ...(isLate ? [] : (['held'] as const)));
  if (failed > toMostFailed(budget, accounts.length)) return 'failed';
  return countStates('waiting', 'admitted') > 0 ? 'unfinished' : 'passed';
}

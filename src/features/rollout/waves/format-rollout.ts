import { formatSome } from '../../../kit/text/format-some.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { Rollout, RolloutAccount, RolloutAccountState } from '../../../model/state/rollout.ts';

const words: Readonly<Record<RolloutAccountState, string>> = {
  done: 'done',
  failed: 'failed',
  held: 'held',
  admitted: 'not finished',
  waiting: 'waiting',
  gone: 'gone',
  pinned: 'pinned',
  returning: 'not back',
  undone: 'back',
};

/** Formats the accounts of a wave by state: `10 accounts: 9 done, 1 failed`. */
export function formatWaveTally(accounts: readonly Pick<RolloutAccount, 'state'>[]): string {
  const parts = Object.entries(words).flatMap(([state, word]) => {
    const number = accounts.filter((each) => each.state === state).length;
    return number === 0 ? [] : [`${number} ${word}`];
  });
  return `${count(accounts.length, 'account')}: ${parts.join(', ')}`;
}

/** Most accounts that are named. */
const mostNamed = 10;

/** Formats the accounts that a rollout has failed or held; null if there are none. */
export function formatLeft(accounts: readonly RolloutAccount[]): string | null {
  const left = accounts.filter(({ state }) => state === 'failed' || state === 'held');
  if (left.length === 0) return null;
  const named = left.map(({ account, state }) => `${account} (${state})`);
  return `Not done: ${formatSome(named, mostNamed)}. The next apply goes on with what failed, the next rollout with what is held.`;
}

/** The name of a wave by its number, from 0. */
export function findWaveName({ waves }: Pick<Rollout, 'waves'>, wave: number): string {
  return waves[wave]?.name ?? 'later';
}

/** Formats the state of a rollout, with the reason of a person who paused it. */
export function formatState({
  state,
  pausedFor = '',
}: Pick<Rollout, 'state' | 'pausedFor'>): string {
  return state === 'paused' ? `${state}: ${toVisible(pausedFor)}` : state;
}

import { count } from '../../../kit/text/text-layout.ts';
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

/** The name of a wave by its number, from 0. */
export function findWaveName({ waves }: Pick<Rollout, 'waves'>, wave: number): string {
  return waves[wave]?.name ?? 'later';
}

import { formatSome } from '../../../kit/text/format-some.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { lateWave } from '../../../model/manifest/layers.ts';
import { type CommandPlace, formatCommand } from '../../../model/report/advice/commands.ts';
import {
  isInProgress,
  type Rollout,
  type RolloutAccount,
  type RolloutAccountState,
} from '../../../model/state/rollout.ts';

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

/** Lists the accounts that were read back, and have values that were neither compared nor written. */
export function listUnverified<A extends Counted>(accounts: readonly A[]): readonly A[] {
  return accounts.filter(
    ({ state, unverified = 0 }) => unverified > 0 && (state === 'done' || state === 'undone'),
  );
}

/** Formats the values that a rollout did not verify, with the command that sends them; null if there are none. */
export function formatUnverified(
  { fleet }: Pick<Rollout, 'fleet'>,
  accounts: readonly Counted[],
  place: CommandPlace,
): string | null {
  const found = listUnverified(accounts);
  if (found.length === 0) return null;
  const values = found.reduce((sum, { unverified = 0 }) => sum + unverified, 0);
  const open = formatCommand(`rollout open ${fleet}`, place, ['--rewrite']);
  return `Not verified: ${count(values, 'value')} in ${count(found.length, 'account')}, which the service does not show, and which cyclectl did not write. To send ${values === 1 ? 'it' : 'them'} in waves: ${open}`;
}

type Counted = Pick<RolloutAccount, 'state' | 'unverified'>;

/** Formats the accounts of a wave by state: `10 accounts: 8 done, 1 done with values not verified, 1 failed`. */
export function formatWaveTally(accounts: readonly Counted[]): string {
  const parts = Object.entries(words).flatMap(([state, word]) => {
    const all = accounts.filter((each) => each.state === state);
    const part = listUnverified(all).length;
    const whole = all.length - part;
    return [
      ...(whole === 0 ? [] : [`${whole} ${word}`]),
      ...(part === 0 ? [] : [`${part} ${word} with values not verified`]),
    ];
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

/** Accounts of a rollout, and those of the store that have unfinished work, such as a paused cycle. */
export type UnfinishedMembers = {
  readonly members: readonly RolloutAccount[];
  readonly unfinished: ReadonlySet<string>;
};

/** Formats the accounts that a stopped rollout left unfinished, with what finishes them; null if there are none. */
export function formatUnfinished(
  { fleet }: Pick<Rollout, 'fleet'>,
  { members, unfinished }: UnfinishedMembers,
  place: CommandPlace,
): string | null {
  const left = members.filter(
    ({ account, state }) =>
      state === 'admitted' || state === 'returning' || unfinished.has(account),
  );
  if (left.length === 0) return null;
  const names = formatSome(
    left.map(({ account }) => account),
    mostNamed,
  );
  const apply = formatCommand('apply', place);
  const undo = formatCommand(`rollout undo ${fleet}`, place);
  return `Not finished: ${count(left.length, 'account')}, whose cycles may be paused: ${names}. To finish each on the revision that it is on: ${apply}. To bring all accounts of the rollout back: ${undo}`;
}

/** The name of a wave by its number, from 0. */
export function findWaveName({ waves }: Pick<Rollout, 'waves'>, wave: number): string {
  return waves[wave]?.name ?? lateWave;
}

/** Formats what became of an earlier rollout of a revision that is opened again. */
export function formatEarlier(
  rollout: Pick<Rollout, 'id' | 'state' | 'pausedFor' | 'endedFor'>,
): string {
  const is = isInProgress(rollout) ? 'is' : 'was';
  return `The rollout ${rollout.id} of this revision ${is} ${formatState(rollout)}.`;
}

/** Formats the state of a rollout, with the reason for which it is paused, or was stopped or undone. */
export function formatState({
  state,
  pausedFor,
  endedFor,
}: Pick<Rollout, 'state' | 'pausedFor' | 'endedFor'>): string {
  const reason = state === 'paused' ? pausedFor : endedFor;
  return reason === undefined ? state : `${state}: ${toVisible(reason)}`;
}

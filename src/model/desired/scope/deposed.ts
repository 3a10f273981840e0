import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { type Address, toFieldPath } from '../../address.ts';
import type { LiveCycle } from '../../live/live.ts';
import type { AccountState, ObjectRecord } from '../../memory/account-state.ts';
import { type Schedule, selectRunningSchedule } from '../schedule.ts';

/**
 * A cycle of ours that goes as soon as another one, its successor, has taken its place. What is remembered of it is
 * kept under an address of its own: `northwind/cycles/contacts-out~1` makes way for `northwind/cycles/contacts-out`.
 */
export type Deposed = {
  /** Its own. */
  readonly address: Address;
  readonly live: LiveCycle;
  readonly record: ObjectRecord;
  /** Its steps that are called from outside: their addresses end with it. */
  readonly webhooks: readonly string[];
  /** How what its successor is made from differs from it, in words, where that is a file. */
  readonly differs: readonly string[];
};

/** The address of the nth predecessor, counted from 1. No key of a manifest has a `~` in it. */
export function toDeposedAddress(successor: Address, ordinal: number): Address {
  return `${successor}~${ordinal}` as Address;
}

/** Whose place it was that a predecessor has made way from; null for any other object. */
export function toReplacement(address: Address): Address | null {
  const found = /^([^/]+\/cycles\/[^/~]+)~\d+$/.exec(address);
  return (found?.[1] as Address | undefined) ?? null;
}

/** Those of some addresses that make way for one of these. */
export function listDeposed(
  addresses: Iterable<Address>,
  successors: ReadonlySet<Address>,
): readonly Address[] {
  return [...addresses].filter((address) => {
    const successor = toReplacement(address);
    return successor !== null && successors.has(successor);
  });
}

/** What is open of the pauses and writes of an account. */
type Open = Pick<AccountState, 'pauses' | 'writes'>;

/** Whether a predecessor runs, or rests only since we stopped it so that its successor takes over. */
export function isEffectivelyRunning(
  { address, live }: Deposed,
  { pauses }: Pick<Open, 'pauses'>,
): boolean {
  return live.status === 'Active' || pauses.has(address);
}

/** Whether it may run, for all that we know: a start of ours may have no known end. It is stopped before another starts. */
export function isPossiblyRunning(deposed: Deposed, open: Open): boolean {
  return isEffectivelyRunning(deposed, open) || open.writes.has(deposed.address);
}

/** What a predecessor at work runs on, or ran on when we stopped it; null where nobody knows. */
export function findDeposedSchedule(
  { address, live, record }: Deposed,
  { pauses }: Pick<Open, 'pauses'>,
): Schedule | null {
  const runs =
    live.status === 'Active'
      ? selectRunningSchedule(record.run?.schedule ?? null, live.schedule)
      : null;
  return runs ?? pauses.get(address)?.schedule ?? null;
}

/** Whether a single run that Git asks for was had by a predecessor: then it is not asked for again. */
export function hasDeposedRun(
  schedule: Schedule | null,
  deposed: readonly Deposed[],
  open: Open,
): boolean {
  if (schedule?.kind !== 'once' || deposed.some((each) => isEffectivelyRunning(each, open)))
    return false;
  return deposed.some(({ record }) => {
    const sent = record.applied[toFieldPath('schedule')];
    return sent?.kind === 'plain' && isSameJson(sent.value, schedule);
  });
}

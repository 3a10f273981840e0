import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { type Address, toFieldPath } from '../../address.ts';
import type { LiveCycle } from '../../live/live.ts';
import type { AccountState, ObjectRecord } from '../../state/account-state.ts';
import { type Schedule, selectRunningSchedule } from '../schedule.ts';

/**
 * A cycle of ours that is deleted at the cutover to its replacement. Its state has its own address:
 * `northwind/cycles/contacts-out~1` is replaced by `northwind/cycles/contacts-out`.
 */
export type Deposed = {
  /** Its own. */
  readonly address: Address;
  readonly live: LiveCycle;
  readonly record: ObjectRecord;
  /** Its steps that are called from outside: their addresses end with it. */
  readonly webhooks: readonly string[];
  /**
   * Differences between the file of the replacement and this cycle, in words; empty without a file.
   */
  readonly differs: readonly string[];
};

/** The address of the nth predecessor, counted from 1. No key of a manifest has a `~` in it. */
export function toDeposedAddress(replacement: Address, ordinal: number): Address {
  return `${replacement}~${ordinal}` as Address;
}

/** The address of the replacement of a deposed cycle; null for any other object. */
export function toReplacement(address: Address): Address | null {
  const found = /^([^/]+\/cycles\/[^/~]+)~\d+$/.exec(address);
  return (found?.[1] as Address | undefined) ?? null;
}

/** Deposed addresses whose replacement is one of these. */
export function listDeposed(
  addresses: Iterable<Address>,
  successors: ReadonlySet<Address>,
): readonly Address[] {
  return [...addresses].filter((address) => {
    const replacement = toReplacement(address);
    return replacement !== null && successors.has(replacement);
  });
}

/** Unfinished pauses and writes of an account. */
type Open = Pick<AccountState, 'pauses' | 'writes'>;

/** Returns whether a deposed cycle runs, or is paused only for the cutover. */
export function isEffectivelyRunning(
  { address, live }: Deposed,
  { pauses }: Pick<Open, 'pauses'>,
): boolean {
  return live.status === 'Active' || pauses.has(address);
}

/**
 * Returns whether it may run: a start of ours may have an unknown outcome. It is stopped before
 * another one starts.
 */
export function isPossiblyRunning(deposed: Deposed, open: Open): boolean {
  return isEffectivelyRunning(deposed, open) || open.writes.has(deposed.address);
}

/** The schedule of a deposed cycle, now or before its pause; null if unknown. */
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

/**
 * Returns whether a deposed cycle already had the single run that Git requests; then it is not
 * requested again.
 */
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

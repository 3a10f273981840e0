import type { Address } from '../../address.ts';
import type { RunState } from '../../diff/run-state.ts';
import type { LiveCycle } from '../../live/live.ts';
import type { Contents } from '../../observed/contents.ts';
import type { ObjectRecord } from '../../state/account-state.ts';

/**
 * A cycle of ours that is deleted at the cutover to its replacement. Its state has its own address:
 * `northwind/cycles/contacts-out~1` is replaced by `northwind/cycles/contacts-out`.
 */
export type Deposed = {
  /** Its own. */
  readonly address: Address;
  readonly live: LiveCycle;
  readonly run: RunState;
  /** True if a request to it has no recorded outcome; it may start it yet. */
  readonly isWriteOpen: boolean;
  readonly record: ObjectRecord;
  /** Its steps that are called from outside: their addresses end with it. */
  readonly webhooks: readonly string[];
  /**
   * Differences between the file of the replacement and this cycle, in words; empty without a file.
   */
  readonly differs: readonly string[];
  /** Its steps, edges, variables and mappings, if its baseline has them. */
  readonly contents?: Contents;
};

/** The address of the nth predecessor, counted from 1. No key of a manifest has a `~` in it. */
export function toDeposedAddress(replacement: Address, ordinal: number): Address {
  return `${replacement}~${ordinal}` as Address;
}

/** The address of the replacement of a deposed cycle; null for any other object. */
export function toReplacement(address: Address): Address | null {
  if (!address.includes('~')) return null;
  const found = /^([^/]+\/cycles\/[^/~]+)~\d+$/.exec(address);
  return (found?.[1] as Address | undefined) ?? null;
}

/** Deposed addresses whose replacement is one of these. */
export function listDeposedAddresses(
  addresses: Iterable<Address>,
  successors: ReadonlySet<Address>,
): readonly Address[] {
  return [...addresses].filter((address) => {
    const replacement = toReplacement(address);
    return replacement !== null && successors.has(replacement);
  });
}

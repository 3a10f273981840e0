import type { Holder, HolderStatus } from '../../model/state/lock.ts';

/** Silence after which a holder counts as dead; a live one reports every five seconds. */
const staleAfterMs = 30_000;

/** Silence after which a holder trusts its locks no more: a request has the rest of the time to arrive. */
export const silentAfterMs = 25_000;

/**
 * True if a holder is dead, so that its lock may be taken over. `isGone` knows the processes of
 * this machine.
 */
export function isStale(
  { holder, silentMs }: HolderStatus,
  isGone: (holder: Holder) => boolean,
): boolean {
  return silentMs > staleAfterMs || isGone(holder);
}

import type { Holder, HolderStatus } from '../../model/memory/lock.ts';

/** A holder says every five seconds that it is there; one that was silent for so long is taken for dead. */
export const staleAfterMs = 30_000;

/** Whether a holder works no more, so that what it holds may be taken over. `isGone` knows the processes of this machine. */
export function isStale(
  { holder, silentMs }: HolderStatus,
  isGone: (holder: Holder) => boolean,
): boolean {
  return silentMs > staleAfterMs || isGone(holder);
}

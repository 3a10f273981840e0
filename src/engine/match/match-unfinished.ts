import type { Address } from '../../model/address.ts';
import type { RemoteId } from '../../model/live/live.ts';

/** Objects that an interrupted create may have made. */
export type UnfinishedMatches<L> = { readonly address: Address; readonly found: readonly L[] };

/**
 * Assigns objects to interrupted creates. Any candidate fits, because none has data yet. An address
 * gets one; several if there are more objects than creates, because others created one; or none,
 * and is left out.
 */
export function matchUnfinished<L extends { readonly id: RemoteId }>(
  lost: readonly UnfinishedMatches<L>[],
): ReadonlyMap<Address, readonly L[]> {
  const order = lost.toSorted(compareChoice);
  const shares = new Map<Address, readonly L[]>();
  const taken = new Set<RemoteId>();
  for (const [index, one] of order.entries()) {
    const left = one.found.filter(({ id }) => !taken.has(id)).toSorted(compareIds);
    const [first] = left;
    if (first === undefined) continue;
    const rivals = order.filter((other) => sharesAny(one, other));
    const all = new Set(rivals.flatMap(({ found }) => found.map(({ id }) => id)));
    const later = rivals.filter((other) => order.indexOf(other) >= index);
    const isTooMany = all.size > rivals.length || left.length > later.length;
    shares.set(one.address, isTooMany ? left : [first]);
    if (!isTooMany) taken.add(first.id);
  }
  return shares;
}

// The create with the fewest candidates goes first.
function compareChoice(
  left: UnfinishedMatches<unknown>,
  right: UnfinishedMatches<unknown>,
): number {
  return left.found.length - right.found.length || (left.address < right.address ? -1 : 1);
}

function compareIds(left: { readonly id: RemoteId }, right: { readonly id: RemoteId }): number {
  return left.id < right.id ? -1 : 1;
}

function sharesAny<L extends { readonly id: RemoteId }>(
  one: UnfinishedMatches<L>,
  other: UnfinishedMatches<L>,
): boolean {
  return one === other || one.found.some(({ id }) => other.found.some((item) => item.id === id));
}

import type { LiveEdge, RemoteId } from '../live.ts';

/**
 * Returns whether a step takes from itself or from one that runs only after it. Branches beside each
 * other, and steps in a circle, are in no order.
 */
export function isLater(
  edges: readonly LiveEdge[],
  { source, taker }: { readonly source: RemoteId; readonly taker: RemoteId },
): boolean {
  if (source === taker) return true;
  return isReached(edges, taker, source) && !isReached(edges, source, taker);
}

/** Lists the steps that run before a step. */
export function listEarlier(edges: readonly LiveEdge[], step: RemoteId): readonly RemoteId[] {
  const heads = Map.groupBy(edges, ({ head }) => head);
  const reached = new Set([step]);
  for (const each of reached) for (const { tail } of heads.get(each) ?? []) reached.add(tail);
  reached.delete(step);
  return [...reached];
}

function isReached(edges: readonly LiveEdge[], from: RemoteId, to: RemoteId): boolean {
  return listEarlier(edges, to).includes(from);
}

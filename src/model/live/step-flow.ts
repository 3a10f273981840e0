import type { LiveEdge, RemoteId } from './live.ts';

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
  const tails = [...new Set(edges.map(({ tail }) => tail))];
  return tails.filter((tail) => tail !== step && isReached(edges, tail, step));
}

function isReached(edges: readonly LiveEdge[], from: RemoteId, to: RemoteId): boolean {
  const reached = new Set([from]);
  for (const step of reached) {
    for (const { tail, head } of edges) if (tail === step) reached.add(head);
  }
  return reached.has(to);
}

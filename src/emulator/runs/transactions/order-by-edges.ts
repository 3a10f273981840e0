import type { CycleRow } from '../../resources/cycles/cycle-row.ts';

/** Step ids of a cycle in the order of its edges: the tail runs first (SERVICE E.2 [P]). */
export function orderByEdges({ bindings, edges }: CycleRow): readonly string[] {
  const ordered: string[] = [];
  const waiting = bindings.map(({ stepId }) => stepId);
  while (waiting.length > 0) {
    const place = waiting.findIndex((id) =>
      edges.every(
        ({ tailStepId, headStepId }) => headStepId !== id || ordered.includes(tailStepId),
      ),
    );
    // Circular or dangling edges leave the rest in the order of the cycle.
    ordered.push(...waiting.splice(Math.max(place, 0), place < 0 ? waiting.length : 1));
  }
  return ordered;
}

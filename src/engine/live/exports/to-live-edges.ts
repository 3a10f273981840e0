import type { ExportedCycle } from '../../../model/live/exported-cycle.ts';
import type { LiveEdge } from '../../../model/live/live.ts';
import type { ExportTrust } from './export-trust.ts';

/** Converts the edges of an export; null while a kind of fact in it is not proven. */
export function toLiveEdges(
  trust: ExportTrust,
  { edges }: ExportedCycle,
): readonly LiveEdge[] | null {
  if (!trust.isProven('edges', toPairs(edges))) return null;
  const found: LiveEdge[] = [];
  for (const edge of edges) {
    const type = trust.findWord('edge', edge.type ?? null);
    if (type === undefined) return null;
    found.push({ ...edge, type });
  }
  return found;
}

/** Learns from edges that were read both ways. */
export function observeEdges(
  trust: ExportTrust,
  { edges }: ExportedCycle,
  live: readonly LiveEdge[],
): void {
  if (toPairs(edges) !== toPairs(live)) {
    trust.refute('edges');
    return;
  }
  trust.agree('edges', toPairs(edges));
  const byPair = Map.groupBy(live, (edge) => toPairs([edge]));
  for (const edge of edges) {
    // Either of two edges between the same steps, such as both ways of a decision, could be this one.
    const [only, ...others] = byPair.get(toPairs([edge])) ?? [];
    if (only !== undefined && others.length === 0)
      trust.agreeOnWord('edge', edge.type ?? null, only.type ?? null);
  }
}

function toPairs(edges: readonly LiveEdge[]): string {
  return JSON.stringify(edges.map(({ tail, head }) => `${tail} ${head}`).sort());
}

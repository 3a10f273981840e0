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
    const type = trust.findWord(toEdgeKind(edge));
    if (type === null) return null;
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
  const types = new Map(live.map((edge) => [toPairs([edge]), edge.type ?? '']));
  for (const edge of edges) trust.agreeOnWord(toEdgeKind(edge), types.get(toPairs([edge])) ?? '');
}

function toEdgeKind({ type }: LiveEdge): string {
  return `edge ${type ?? ''}`;
}

function toPairs(edges: readonly LiveEdge[]): string {
  return JSON.stringify(edges.map(({ tail, head }) => `${tail} ${head}`.toLowerCase()).sort());
}

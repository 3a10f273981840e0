import type { SourceFile } from './source.ts';

/** The files that name each other in circles, each circle sorted. Tarjan's components of more than one file. */
export function listCircles(sources: readonly SourceFile[]): readonly (readonly string[])[] {
  const named = new Map(
    sources.map(({ path, imports }) => [path, imports.map(({ target }) => target ?? '')]),
  );
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (path: string): number => {
    const own = order.size;
    order.set(path, own);
    lowest.set(path, own);
    open.push(path);
    for (const target of named.get(path) ?? []) {
      if (!named.has(target)) continue;
      const isNew = !order.has(target);
      if (!isNew && !open.includes(target)) continue;
      const reached = isNew ? visit(target) : (order.get(target) ?? own);
      lowest.set(path, Math.min(lowest.get(path) ?? own, reached));
    }
    const low = lowest.get(path) ?? own;
    if (low === own) {
      const circle = open.splice(open.indexOf(path));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  };
  for (const { path } of sources) if (!order.has(path)) visit(path);
  return circles;
}

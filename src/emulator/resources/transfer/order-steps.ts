import { Refusal } from '../../http/reply.ts';
import type { ExportFile, FileStep } from './export-file.ts';

/**
 * Steps in order of execution: after the steps that their edges name, else in file order. Circular
 * or dangling edges are a 400, and so is a webhook that is not first.
 */
export function orderSteps({ steps, edges }: ExportFile): readonly FileStep[] {
  const known = new Set(steps.map(({ id }) => id));
  if (
    known.size < steps.length ||
    edges.some(({ tail, head }) => !known.has(tail) || !known.has(head))
  ) {
    throw new Refusal(400, 'Each step has an id of its own, and edges join those.');
  }
  const ordered: FileStep[] = [];
  const waiting = [...steps];
  while (waiting.length > 0) {
    const index = waiting.findIndex(({ id }) =>
      edges.every(({ tail, head }) => head !== id || ordered.some((step) => step.id === tail)),
    );
    if (index < 0) {
      throw new Refusal(400, 'The edges lead in a circle.');
    }
    ordered.push(...waiting.splice(index, 1));
  }
  return ordered;
}

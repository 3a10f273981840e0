import type { CycleFile } from '../../model/desired/cycle-file/cycle-file.ts';
import type { CycleFileReader } from './cycle-file-reader.ts';
import { FileFlow } from './file-flow.ts';

/** Reports edges to unknown steps, duplicates and circles. */
export function checkFlow(look: CycleFileReader, file: CycleFile): void {
  const known = new Set(file.steps.map(({ label }) => label));
  const visited = new Set<string>();
  for (const [index, edge] of file.edges.entries()) {
    const pointer = `/Edges/${index}`;
    for (const [name, label] of [
      ['TailStep_Id', edge.tail],
      ['HeadStep_Id', edge.head],
    ] as const) {
      if (!known.has(label)) {
        look.reportName(`${pointer}/${name}`, { what: 'step', name: label, known: [...known] });
      }
    }
    const key = JSON.stringify(edge);
    if (visited.has(key))
      look.report('cycle-file-shape', pointer, { summary: 'This edge is twice in the file' });
    visited.add(key);
  }
  const circle = findCircle(file);
  if (circle === null) return;
  look.report('cycle-file-flow', `/Edges/${circle}`, {
    summary: 'This edge leads back to an earlier step',
  });
}

function findCircle(file: CycleFile): number | null {
  const flow = new FileFlow(file);
  const found = file.edges.findIndex(({ tail, head }) => flow.isStuck(tail) && flow.isStuck(head));
  return found < 0 ? null : found;
}

import type { CycleFile } from '../../model/cycle-file.ts';
import type { FileLook } from './file-look.ts';

/** Says which edges lead to no step, stand twice or lead in a circle. */
export function judgeFlow(look: FileLook, file: CycleFile): void {
  const known = file.steps.map(({ label }) => label);
  const seen = new Set<string>();
  for (const [index, edge] of file.edges.entries()) {
    const pointer = `/Edges/${index}`;
    for (const [name, label] of [
      ['TailStep_Id', edge.tail],
      ['HeadStep_Id', edge.head],
    ] as const) {
      if (!known.includes(label)) {
        look.reportName(`${pointer}/${name}`, { what: 'step', name: label, known });
      }
    }
    const key = JSON.stringify(edge);
    if (seen.has(key))
      look.report('cycle-file-shape', pointer, { summary: 'This edge stands twice' });
    seen.add(key);
  }
  const circle = findCircle(file);
  if (circle === null) return;
  look.report('cycle-file-flow', `/Edges/${circle}`, {
    summary: 'This edge leads back to what runs before it',
  });
}

// Steps that nothing waits for any more are taken away, time after time; what is left runs in a circle.
function findCircle({ steps, edges }: CycleFile): number | null {
  const waits = new Map(steps.map(({ label }) => [label, 0]));
  const followers = new Map<string, string[]>();
  for (const { tail, head } of edges) {
    waits.set(head, (waits.get(head) ?? 0) + 1);
    followers.set(tail, [...(followers.get(tail) ?? []), head]);
  }
  const free = [...waits].flatMap(([label, count]) => (count === 0 ? [label] : []));
  for (const label of free) {
    waits.delete(label);
    for (const head of followers.get(label) ?? []) {
      const left = (waits.get(head) ?? 0) - 1;
      waits.set(head, left);
      if (left === 0) free.push(head);
    }
  }
  if (waits.size === 0) return null;
  return edges.findIndex(({ tail, head }) => waits.has(tail) && waits.has(head));
}

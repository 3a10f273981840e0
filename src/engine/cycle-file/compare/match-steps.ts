import type { CycleFile, FileStep } from '../../../model/desired/cycle-file/cycle-file.ts';

/** Equal steps of two files. */
export type StepPairs = {
  readonly pairs: readonly (readonly [before: FileStep, after: FileStep])[];
  readonly added: readonly FileStep[];
  readonly removed: readonly FileStep[];
};

/**
 * Pairs steps by label. A removed and an added step are one renamed step if they call the same
 * method between the same steps.
 */
export function matchSteps(before: CycleFile, after: CycleFile): StepPairs {
  const byLabel = new Map(after.steps.map((step) => [step.label, step]));
  const pairs: [FileStep, FileStep][] = [];
  const gone: FileStep[] = [];
  for (const step of before.steps) {
    const same = byLabel.get(step.label);
    if (same === undefined) gone.push(step);
    else pairs.push([step, same]);
  }
  const [flowBefore, flowAfter] = [listNeighbours(before), listNeighbours(after)];
  const known = new Set(before.steps.map(({ label }) => label));
  let added = after.steps.filter(({ label }) => !known.has(label));
  const names = new Map(pairs.map(([left, right]) => [left.label, right.label]));
  const paired = new Set(names.values());
  const removed: FileStep[] = [];
  // In execution order, so that a renamed neighbour is already paired.
  for (const step of gone) {
    const location = formatFlow(flowBefore, step.label, (label) => names.get(label) ?? null);
    const same = added.filter(
      (other) =>
        isSameWork(step, other) &&
        formatFlow(flowAfter, other.label, (label) =>
          known.has(label) || paired.has(label) ? label : null,
        ) === location,
    );
    const [only] = same;
    if (only === undefined || same.length > 1) {
      removed.push(step);
      continue;
    }
    pairs.push([step, only]);
    names.set(step.label, only.label);
    paired.add(only.label);
    added = added.filter((other) => other !== only);
  }
  return { pairs, added, removed };
}

function isSameWork(left: FileStep, right: FileStep): boolean {
  return (
    left.method === right.method &&
    left.connector?.name === right.connector?.name &&
    left.connector?.version === right.connector?.version
  );
}

type Neighbours = ReadonlyMap<string, { readonly tails: string[]; readonly heads: string[] }>;

function listNeighbours({ steps, edges }: CycleFile): Neighbours {
  const around = new Map(
    steps.map(({ label }) => [label, { tails: [] as string[], heads: [] as string[] }]),
  );
  for (const { tail, head } of edges) {
    around.get(head)?.tails.push(tail);
    around.get(tail)?.heads.push(head);
  }
  return around;
}

/**
 * Names the steps around a step that both files have; a neighbour without a pair counts as any
 * step.
 */
function formatFlow(
  flow: Neighbours,
  label: string,
  name: (label: string) => string | null,
): string {
  const around = (labels: readonly string[] = []) => labels.map((each) => name(each) ?? '').sort();
  const { tails, heads } = flow.get(label) ?? {};
  return JSON.stringify([around(tails), around(heads)]);
}

import type { CycleFile, FileStep } from '../../model/cycle-file.ts';

/** The steps of two files that are the same ones. */
export type StepPairs = {
  readonly pairs: readonly (readonly [before: FileStep, after: FileStep])[];
  readonly added: readonly FileStep[];
  readonly removed: readonly FileStep[];
};

/**
 * Pairs steps by their labels. One that is gone and one that is new are the same under another name where they do
 * the same work at the same place: between the same steps.
 */
export function pairSteps(before: CycleFile, after: CycleFile): StepPairs {
  const byLabel = new Map(after.steps.map((step) => [step.label, step]));
  const pairs: [FileStep, FileStep][] = [];
  const gone: FileStep[] = [];
  for (const step of before.steps) {
    const same = byLabel.get(step.label);
    if (same === undefined) gone.push(step);
    else pairs.push([step, same]);
  }
  const known = new Set(before.steps.map(({ label }) => label));
  let added = after.steps.filter(({ label }) => !known.has(label));
  const removed: FileStep[] = [];
  // In the order of execution, so that a neighbour that was renamed too is known by then.
  for (const step of gone) {
    const names = new Map(pairs.map(([left, right]) => [left.label, right.label]));
    const place = writePlace(before, step.label, (label) => names.get(label) ?? null);
    const same = added.filter(
      (other) =>
        isSameWork(step, other) &&
        writePlace(after, other.label, (label) =>
          known.has(label) || isPaired(pairs, label) ? label : null,
        ) === place,
    );
    const [only] = same;
    if (only === undefined || same.length > 1) {
      removed.push(step);
      continue;
    }
    pairs.push([step, only]);
    added = added.filter((other) => other !== only);
  }
  return { pairs, added, removed };
}

function isPaired(pairs: readonly (readonly [FileStep, FileStep])[], label: string): boolean {
  return pairs.some(([, right]) => right.label === label);
}

function isSameWork(left: FileStep, right: FileStep): boolean {
  return (
    left.method === right.method &&
    left.connector?.name === right.connector?.name &&
    left.connector?.version === right.connector?.version
  );
}

/** The steps around a step, as far as both files have them; one that has no pair counts as some step. */
function writePlace(
  { edges }: CycleFile,
  label: string,
  name: (label: string) => string | null,
): string {
  const around = (labels: readonly string[]) => labels.map((each) => name(each) ?? '').sort();
  return JSON.stringify([
    around(edges.flatMap(({ tail, head }) => (head === label ? [tail] : []))),
    around(edges.flatMap(({ tail, head }) => (tail === label ? [head] : []))),
  ]);
}

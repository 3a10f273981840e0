/** The most candidates that a shell gets. */
export const mostCandidates = 100;

/** A value, or the start of several. */
export type Candidate = {
  readonly value: string;
  readonly description?: string;
  /** More may be typed behind it, so that the shell adds no space. */
  readonly isOpen: boolean;
};

/**
 * Selects the values with a start. If there are too many, they become the starts that they share, as
 * long as these are few enough: the next letters choose among them.
 */
export function selectByStart(values: readonly string[], start: string): readonly Candidate[] {
  const found = [...new Set(values)].filter((value) => value.startsWith(start));
  if (found.length <= mostCandidates) return found.map((value) => ({ value, isOpen: false }));
  const shared = countShared(found);
  let groups = groupByStart(found, shared + 1);
  for (let length = shared + 2; ; length += 1) {
    const next = groupByStart(found, length);
    if (next.size > mostCandidates) break;
    groups = next;
  }
  return Array.from(groups, ([value, count]) => ({ value, isOpen: count > 1 })).slice(
    0,
    mostCandidates,
  );
}

/** Letters that all values begin with. */
function countShared(values: readonly string[]): number {
  const [first = ''] = values;
  let shared = 0;
  while (shared < first.length && values.every((value) => value[shared] === first[shared]))
    shared += 1;
  return shared;
}

/** Starts of a length, and how many values have each; a value that is no longer stays whole. */
function groupByStart(values: readonly string[], length: number): ReadonlyMap<string, number> {
  const groups = new Map<string, number>();
  for (const value of values) {
    const shared = value.slice(0, length);
    groups.set(shared, (groups.get(shared) ?? 0) + 1);
  }
  return groups;
}

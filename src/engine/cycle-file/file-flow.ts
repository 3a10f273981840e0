import type { CycleFile } from '../../model/desired/cycle-file/cycle-file.ts';

/** Order of the steps of a cycle file; ignores edges to unknown steps. */
export class FileFlow {
  readonly #heads: ReadonlyMap<string, readonly string[]>;
  /** Positions in an order that keeps all edges; steps in a circle have none. */
  readonly #places: ReadonlyMap<string, number>;

  constructor({ steps, edges }: CycleFile) {
    const heads = new Map<string, string[]>(steps.map(({ label }) => [label, []]));
    const waits = new Map(steps.map(({ label }) => [label, 0]));
    for (const { tail, head } of edges) {
      const waiting = waits.get(head);
      const followers = heads.get(tail);
      if (waiting === undefined || followers === undefined) continue;
      followers.push(head);
      waits.set(head, waiting + 1);
    }
    this.#heads = heads;
    // Repeatedly removes the steps without open predecessors.
    const free = [...waits].flatMap(([label, count]) => (count === 0 ? [label] : []));
    for (const label of free) {
      for (const head of heads.get(label) ?? []) {
        const left = (waits.get(head) ?? 0) - 1;
        waits.set(head, left);
        if (left === 0) free.push(head);
      }
    }
    this.#places = new Map(free.map((label, index) => [label, index]));
  }

  /** True for a step in or after a circle. */
  isStuck(label: string): boolean {
    return this.#heads.has(label) && !this.#places.has(label);
  }

  /** True for a step that certainly does not run after the other. */
  isEarlier(label: string, other: string): boolean {
    return (this.#places.get(label) ?? 0) < (this.#places.get(other) ?? 0);
  }

  /** Lists the step itself and all steps after it. */
  listAfter(label: string): ReadonlySet<string> {
    const after = new Set([label]);
    for (const tail of after) for (const head of this.#heads.get(tail) ?? []) after.add(head);
    return after;
  }
}

import type { CycleFile } from '../../model/desired/cycle-file/cycle-file.ts';

/** Which steps of a cycle file run after which. Edges that lead to no step of it count for nothing. */
export class FileFlow {
  readonly #heads: ReadonlyMap<string, readonly string[]>;
  /** Where a step stands in an order that all edges keep; what runs in a circle has no place in it. */
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
    // Steps that nothing waits for any more are taken away, time after time.
    const free = [...waits].flatMap(([label, count]) => (count === 0 ? [label] : []));
    for (const label of free) {
      for (const head of heads.get(label) ?? []) {
        const left = (waits.get(head) ?? 0) - 1;
        waits.set(head, left);
        if (left === 0) free.push(head);
      }
    }
    this.#places = new Map(free.map((label, place) => [label, place]));
  }

  /** Whether it runs in a circle, or after one. */
  isStuck(label: string): boolean {
    return this.#heads.has(label) && !this.#places.has(label);
  }

  /** Whether a step comes so early that it cannot run after the other. */
  isEarlier(label: string, other: string): boolean {
    return (this.#places.get(label) ?? 0) < (this.#places.get(other) ?? 0);
  }

  /** The step itself and all that runs after it. */
  listAfter(label: string): ReadonlySet<string> {
    const after = new Set([label]);
    for (const tail of after) for (const head of this.#heads.get(tail) ?? []) after.add(head);
    return after;
  }
}

/** Counts what simulated worlds met, so that a generator that misses something is found out. */
export class Tally {
  readonly #counts = new Map<string, number>();

  count(what: string, times = 1): void {
    if (times > 0) this.#counts.set(what, (this.#counts.get(what) ?? 0) + times);
  }

  add(counts: Readonly<Record<string, number>>): void {
    for (const [what, times] of Object.entries(counts)) this.count(what, times);
  }

  of(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  /** All counts, by name. */
  read(): Record<string, number> {
    return Object.fromEntries([...this.#counts].sort(([left], [right]) => (left < right ? -1 : 1)));
  }
}

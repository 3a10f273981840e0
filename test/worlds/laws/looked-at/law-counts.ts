import { writeFileSync } from 'node:fs';
import { env } from 'node:process';

/** From so many worlds on each row and each action must have been met so often. */
const many = { worlds: 10_000, least: 50 };

/**
 * Counts how often each row was changed and each action was done. LAW_COUNTS names a file that gets
 * the table.
 */
export class LawCounts {
  readonly #counts: Map<string, number>;
  #worlds = 0;

  constructor(names: readonly string[]) {
    this.#counts = new Map(names.map((name) => [name, 0]));
  }

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  addWorld(): void {
    this.#worlds += 1;
    if (this.#worlds % 25 === 0) this.write();
  }

  /** Names that were met too rarely for so many worlds. */
  listRare(): readonly string[] {
    const least = this.#worlds < many.worlds ? 0 : many.least;
    return [...this.#counts].flatMap(([name, count]) => (count < least ? [name] : []));
  }

  get size(): number {
    return [...this.#counts.values()].filter((count) => count > 0).length;
  }

  write(): void {
    if (env.LAW_COUNTS === undefined) return;
    const lines = [...this.#counts].toSorted().map((each) => `${each.join('\t')}\n`);
    writeFileSync(env.LAW_COUNTS, `worlds\t${this.#worlds}\n${lines.join('')}`);
  }
}

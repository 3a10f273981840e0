/** Runs tasks in the order of arrival, at most `most` at a time. */
export class BoundedTasks {
  readonly #max: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(most: number) {
    this.#max = most;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#max) await new Promise<void>((go) => this.#waiting.push(go));
    else this.#running += 1;
    try {
      return await task();
    } finally {
      // Hand the slot to the longest waiting task, if there is one.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}

/**
 * Cache of secret values, because thousands of accounts may share one reference and a program
 * should run once. Drops the oldest entry above the limit.
 */
export class ReadingCache<T> {
  readonly #max: number;
  readonly #readings = new Map<string, Promise<T>>();

  constructor(most: number) {
    this.#max = most;
  }

  read(name: string, read: () => Promise<T>): Promise<T> {
    const known = this.#readings.get(name);
    if (known !== undefined) return known;
    const reading = read();
    this.#readings.set(name, reading);
    const [oldest] = this.#readings.keys();
    if (this.#readings.size > this.#max && oldest !== undefined) this.#readings.delete(oldest);
    return reading;
  }

  has(name: string): boolean {
    return this.#readings.has(name);
  }

  clear(): void {
    this.#readings.clear();
  }
}

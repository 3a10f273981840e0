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

  clear(): void {
    this.#readings.clear();
  }
}

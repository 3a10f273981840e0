/** Runs tasks, `most` at a time, in the order of their coming. */
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
      // The place goes to who waits longest; it is given back only where nobody does.
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}

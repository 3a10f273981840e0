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

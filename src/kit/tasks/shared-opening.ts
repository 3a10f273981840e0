type Closable = { close(): Promise<void> };

/** Something that is open only while it is used, and that those who use it at the same time share. */
export class SharedOpening<T extends Closable> {
  readonly #open: () => Promise<T>;
  #opened: Promise<T> | null = null;
  #users = 0;

  constructor(open: () => Promise<T>) {
    this.#open = open;
  }

  /** Opens it at its first use. Rejects as `open` and `work` do. */
  async use<R>(work: (opened: T) => Promise<R>): Promise<R> {
    this.#opened ??= this.#open();
    const opening = this.#opened;
    this.#users += 1;
    try {
      return await work(await opening);
    } finally {
      this.#users -= 1;
      if (this.#users === 0) {
        this.#opened = null;
        await opening.then(
          (opened) => opened.close(),
          // Each use has been rejected with the error.
          () => undefined,
        );
      }
    }
  }
}

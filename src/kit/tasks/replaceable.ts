type Closable = { close(): Promise<void> };

/** One of the resources in turn, and how many use it. */
type Held<T> = {
  readonly opened: T;
  readonly closed: PromiseWithResolvers<void>;
  users: number;
  isLeft: boolean;
};

/**
 * A resource that is replaced while it is in use. Each user keeps the one that it began with; the last one
 * to leave it closes it.
 */
export class Replaceable<T extends Closable> {
  readonly #report: (error: unknown) => void;
  readonly #closing: Promise<void>[] = [];
  #held: Held<T>;

  /** `report` is called with the error of one that could not be closed. */
  constructor(first: T, report: (error: unknown) => void) {
    this.#held = makeHeld(first);
    this.#report = report;
  }

  /** The newest one; it may be closed at any time. */
  get newest(): T {
    return this.#held.opened;
  }

  async use<R>(work: (opened: T) => Promise<R>): Promise<R> {
    const held = this.#held;
    held.users += 1;
    try {
      return await work(held.opened);
    } finally {
      held.users -= 1;
      this.#closeIdle(held);
    }
  }

  replace(next: T): void {
    const before = this.#held;
    this.#held = makeHeld(next);
    this.#leave(before);
  }

  /** Closes the newest one when its users have left, and waits for all. */
  async close(): Promise<void> {
    this.#leave(this.#held);
    await Promise.all(this.#closing);
  }

  #leave(held: Held<T>): void {
    held.isLeft = true;
    this.#closing.push(held.closed.promise);
    this.#closeIdle(held);
  }

  #closeIdle({ opened, closed, users, isLeft }: Held<T>): void {
    if (isLeft && users === 0) void opened.close().catch(this.#report).then(closed.resolve);
  }
}

function makeHeld<T>(opened: T): Held<T> {
  return { opened, closed: Promise.withResolvers<void>(), users: 0, isLeft: false };
}

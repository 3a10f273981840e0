/** Different values that prove a kind of fact; more are not kept. */
const enough = 2;

/** Accounts of a run that go one by one, so that the next one knows what they have proven. */
const inTurnAccounts = 8;

type Evidence = {
  /** How often each value was read both ways and was the same. */
  readonly agreed: Map<string, number>;
  isRefuted: boolean;
};

/**
 * Knows the kinds of facts of exports that are proven in this run: by two different values that were read
 * both ways, or one of them twice.
 */
export class ExportTrust {
  readonly #kinds = new Map<string, Evidence>();
  readonly #words = new Map<string, string>();
  readonly #places = new Map<string, string>();
  /** Two cycles had different values at one place, so that exports are not those of their template. */
  #isOwn = false;
  #ended = 0;
  #last: Promise<unknown> = Promise.resolve();
  #whyOff: string | null = null;

  /** Why no more exports are read in this run; null while they are. */
  get whyOff(): string | null {
    return this.#whyOff;
  }

  /** Reads no more exports in this run. The first reason stays. */
  stop(why: string): void {
    this.#whyOff ??= why;
  }

  /** Looks at an account: after the one before it, while little is proven. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#ended >= inTurnAccounts) return work();
    return new Promise((resolve, reject) => {
      this.#last = this.#last.then(async () => {
        const done = work().then(resolve, reject);
        if (this.#ended < inTurnAccounts) await done;
        this.#ended += 1;
      });
    });
  }

  /** Records a value that both reads gave; `place` is where other cycles may have another one. */
  agree(kind: string, value: string, place: string | null = null): void {
    const { agreed } = this.#find(kind);
    if (agreed.has(value) || agreed.size < enough) agreed.set(value, (agreed.get(value) ?? 0) + 1);
    if (place === null || this.#isOwn) return;
    const other = this.#places.get(place);
    if (other !== undefined && other !== value) this.#isOwn = true;
    this.#places.set(place, value);
    if (this.#isOwn) this.#places.clear();
  }

  /** Records that the reads gave different values, so that the export is never believed in this kind. */
  refute(kind: string): void {
    this.#find(kind).isRefuted = true;
  }

  /** Returns whether a value of an export needs no second read. */
  isProven(kind: string, value: string): boolean {
    const { agreed, isRefuted } = this.#find(kind);
    return this.#isOwn && !isRefuted && (agreed.size >= enough || (agreed.get(value) ?? 0) > 1);
  }

  /** Records the word of the service for a number of an export; refutes a number with two words. */
  agreeOnWord(kind: string, word: string): void {
    const known = this.#words.get(kind);
    if (known === undefined) this.#words.set(kind, word);
    if ((known ?? word) === word) this.agree(kind, word);
    else this.refute(kind);
  }

  /** The word of the service for a number of an export; null while it is not proven. */
  findWord(kind: string): string | null {
    const word = this.#words.get(kind);
    return word !== undefined && this.isProven(kind, word) ? word : null;
  }

  #find(kind: string): Evidence {
    const found = this.#kinds.get(kind) ?? { agreed: new Map(), isRefuted: false };
    this.#kinds.set(kind, found);
    return found;
  }
}

import { toHash } from '../../../kit/hash.ts';

/** Different values that prove a kind of fact; more are not kept. */
const enough = 2;

/** Accounts of a run that go one by one, so that the next one knows what they have proven. */
const inTurnAccounts = 8;

/** Exports in a row that could not be read; after them no more are asked for. */
const maxFailures = 3;

/** Most places whose values are kept to find two cycles that differ. */
const maxPlaces = 10_000;

/** Facts that an export could have from the template although it has others from the cycle. */
type Family = 'mappings' | 'variables' | 'slots';

/** Where other cycles of the same origin have a value too. */
type Place = { readonly of: Family; readonly at: string };

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
  readonly #words = new Map<string, string | null>();
  readonly #places = new Map<string, string>();
  /** Two cycles had different values at one place, so that these facts are not those of their template. */
  readonly #own = new Set<Family>();
  #failures = 0;
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

  /** Records that an export was read. */
  recordRead(): void {
    this.#failures = 0;
  }

  /** Records that an export could not be read; one alone may be of a cycle that is gone. */
  recordFailure(why: string): void {
    this.#failures += 1;
    if (this.#failures >= maxFailures) this.stop(why);
  }

  /** Looks at an account: after the one before it, while little is proven. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#ended >= inTurnAccounts) return work();
    return new Promise((resolve, reject) => {
      this.#last = this.#last.then(async () => {
        const done = Promise.resolve().then(work).then(resolve, reject);
        if (this.#ended < inTurnAccounts) await done;
        this.#ended += 1;
      });
    });
  }

  /** Records a value that both reads gave; `place` is where other cycles may have another one. */
  agree(kind: string, value: string, place: Place | null = null): void {
    const { agreed } = this.#find(kind);
    if (agreed.has(value) || agreed.size < enough) agreed.set(value, (agreed.get(value) ?? 0) + 1);
    if (place === null || this.#own.has(place.of)) return;
    const at = toHash(JSON.stringify([place.of, place.at]));
    const known = this.#places.get(at);
    const found = toHash(value);
    if (known !== undefined && known !== found) this.#own.add(place.of);
    else if (this.#places.size < maxPlaces) this.#places.set(at, found);
  }

  /** Records that the reads gave different values, so that the export is never believed in this kind. */
  refute(kind: string): void {
    this.#find(kind).isRefuted = true;
  }

  /** Returns whether a value of an export needs no second read. Structure may be that of a template. */
  isProven(kind: string, value: string, of: Family | null = null): boolean {
    const { agreed, isRefuted } = this.#find(kind);
    const isOwn = of === null ? this.#own.size > 0 : this.#own.has(of);
    return isOwn && !isRefuted && (agreed.size >= enough || (agreed.get(value) ?? 0) > 1);
  }

  /** Records the word of the service for a number of an export; refutes a number with two words. */
  agreeOnWord(of: string, number: string | null, word: string | null): void {
    const kind = toKind(of, number);
    const known = this.#words.has(kind) ? this.#words.get(kind) : word;
    if (!this.#words.has(kind)) this.#words.set(kind, word);
    // Without a number it could be any word.
    if (known === word && (number !== null || word === null)) this.agree(kind, word ?? '');
    else this.refute(kind);
  }

  /** The word of the service for a number of an export; undefined while it is not proven. */
  findWord(of: string, number: string | null): string | null | undefined {
    const kind = toKind(of, number);
    const word = this.#words.get(kind);
    return word !== undefined && this.isProven(kind, word ?? '') ? word : undefined;
  }

  #find(kind: string): Evidence {
    const found = this.#kinds.get(kind) ?? { agreed: new Map(), isRefuted: false };
    this.#kinds.set(kind, found);
    return found;
  }
}

function toKind(of: string, number: string | null): string {
  return `${of} ${number ?? ''}`;
}

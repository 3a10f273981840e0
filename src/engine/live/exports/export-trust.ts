import { toHash } from '../../../kit/hash.ts';

/** Different values that prove a kind of fact; more are not kept. */
const enough = 2;

/** Accounts of a run that go one by one, so that the next one knows what they have proven. */
const inTurnAccounts = 8;

/** Exports in a row that could not be read; after them no more are asked for. */
const maxFailures = 3;

/** Most places whose values are kept to find two cycles that differ. */
const maxPlaces = 10_000;

/** Days in which each cycle is once read both ways, whatever is proven. */
const auditDays = 20;

/** Facts that an export could have from the template although it has others from the cycle. */
type Family = 'mappings' | 'variables' | 'slots';

/** Where other cycles of the same origin have a value too. */
type Place = { readonly of: Family; readonly at: string };

type Evidence = {
  /** How often each value was read both ways and was the same. */
  readonly agreed: Map<string, number>;
  /** Accounts that were answered by it. */
  readonly accounts: Set<string>;
  isRefuted: boolean;
};

/**
 * Knows the kinds of facts of exports that are proven in this run: by two different values that were read
 * both ways, or one of them twice. A later difference refutes all answers by it.
 */
export class ExportTrust {
  /** The day of the run, counted from any other. */
  readonly #day: number;
  readonly #kinds = new Map<string, Evidence>();
  readonly #words = new Map<string, string | null>();
  readonly #places = new Map<string, string>();
  /** Two cycles had different values at one place, so that these facts are not those of their template. */
  readonly #own = new Set<Family>();
  readonly #refuted = new Set<string>();
  /** Kinds that the present answer rests on. */
  readonly #asked = new Set<string>();
  #failures = 0;
  #ended = 0;
  #last: Promise<unknown> = Promise.resolve();
  #whyOff: string | null = null;

  constructor(day = 0) {
    this.#day = day;
  }

  /** Accounts that were answered by a kind of fact that was refuted since. */
  get refuted(): ReadonlySet<string> {
    return this.#refuted;
  }

  /** Returns whether a cycle is read both ways today: one of twenty, and each within twenty days. */
  isAudited(cycle: string): boolean {
    const turn = Number.parseInt(toHash(cycle).slice(0, 8), 16) + this.#day;
    return turn % auditDays === 0;
  }

  /** Converts a part of an export, and records the kinds that the answer rests on. */
  answer<T>(account: string, convert: () => T | null): T | null {
    this.#asked.clear();
    const found = convert();
    if (found === null) return null;
    for (const kind of this.#asked) this.#find(kind).accounts.add(account);
    return found;
  }

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
    const evidence = this.#find(kind);
    evidence.isRefuted = true;
    for (const account of evidence.accounts) this.#refuted.add(account);
  }

  /** Refutes all kinds, because an export is not one of its cycle as it is, and reads no more. */
  refuteAll(why: string): void {
    for (const kind of this.#kinds.keys()) this.refute(kind);
    this.stop(why);
  }

  /** Returns whether a value of an export needs no second read. Structure may be that of a template. */
  isProven(kind: string, value: string, of: Family | null = null): boolean {
    const { agreed, isRefuted } = this.#find(kind);
    const isOwn = of === null ? this.#own.size > 0 : this.#own.has(of);
    this.#asked.add(kind);
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
    const found = this.#kinds.get(kind) ?? {
      agreed: new Map(),
      accounts: new Set<string>(),
      isRefuted: false,
    };
    this.#kinds.set(kind, found);
    return found;
  }
}

function toKind(of: string, number: string | null): string {
  return `${of} ${number ?? ''}`;
}

import { toHash } from '../../../kit/hash.ts';

/** Different values that are shown each by its own, if accounts agree on none. */
const maxShown = 8;

/** Different values that are counted; more only count as different. */
const maxCounted = 1000;

/** Characters of a text that is kept as it is. */
const maxLength = 64;

/** The values that accounts have in one place of otherwise equal blocks. */
export class ValueVariety {
  readonly #counts = new Map<string, number>();
  #total = 0;

  add(value: string): void {
    this.#total += 1;
    const known = this.#counts.get(value);
    if (known === undefined && this.#counts.size >= maxCounted) return;
    this.#counts.set(value, (known ?? 0) + 1);
  }

  /**
   * Returns whether each account has a value of its own: many different ones, and none that most
   * have. Where most have the same, another one is an outlier.
   */
  isOwn(): boolean {
    if (this.#counts.size <= maxShown) return false;
    return Math.max(...this.#counts.values()) * 2 <= this.#total;
  }
}

/** A text as it is compared: itself, or the digest of a long one. */
export function toComparedText(text: string): string {
  return text.length < maxLength ? text : toHash(text);
}

import { toHash } from '../../../kit/hash.ts';
import { count } from '../../../kit/text/text-layout.ts';

/** Different values that are shown each by its own, if accounts agree on none. */
const maxShown = 8;

/** Different values that are counted; more only count as different. */
const maxCounted = 200;

/** Values that are named; more are counted. */
const maxNamed = 3;

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

  /** True if all are equal; else the most common ones with their numbers, or null if each is its own. */
  toShared(): string | true | null {
    if (this.#counts.size < 2) return true;
    if (this.isOwn() || this.#counts.size >= maxCounted) return null;
    const counts = [...this.#counts].toSorted(
      ([left, had], [right, has]) => has - had || (left < right ? -1 : 1),
    );
    const named = counts
      .slice(0, maxNamed)
      .map(([value, accounts], index) =>
        index === 0 ? `${value} in ${count(accounts, 'account')}` : `${value} in ${accounts}`,
      );
    const more = counts.length - named.length;
    return [...named, ...(more > 0 ? [count(more, 'other value')] : [])].join(', ');
  }
}

/** A text as it is compared: itself, or the digest of a long one. */
export function toComparedText(text: string): string {
  return text.length < maxLength ? text : toHash(text);
}

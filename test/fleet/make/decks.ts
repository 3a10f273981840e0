import { makeSeededRandom } from '../../../src/kit/seeded-random.ts';

/** Choices that leave nothing out: each card of a deck is dealt once before any is dealt again. */
export type Decks = {
  /** Draws a card from a named deck of that size; reshuffles it when empty. */
  deal<T>(name: string, cards: readonly T[]): T;
};

/** Decks that are shuffled alike for the same seed and the same order of questions. */
export function makeDecks(seed: number): Decks {
  const random = makeSeededRandom(seed);
  const decks = new Map<string, number[]>();
  const shuffle = (count: number): number[] =>
    Array.from({ length: count }, (_, index) => ({ place: index, at: random() }))
      .sort((left, right) => left.at - right.at)
      .map(({ place: index }) => index);
  return {
    deal: <T>(name: string, cards: readonly T[]): T => {
      const id = `${name} of ${cards.length}`;
      const left = decks.get(id) ?? [];
      const [index = 0, ...rest] = left.length > 0 ? left : shuffle(cards.length);
      decks.set(id, rest);
      return cards[index] as T;
    },
  };
}

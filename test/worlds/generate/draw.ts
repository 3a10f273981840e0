import fc from 'fast-check';

/** Random choices in the order in which a generator asks for them; small ones are the simple ones. */
export type Draw = {
  /** True in about so many of a hundred cases; shrinks to false. */
  chance(percent: number): boolean;
  int(min: number, max: number): number;
  /** One of several; shrinks to the first. */
  pick<T>(items: readonly T[]): T;
  /** Each with the given chance, in the order given. */
  some<T>(items: readonly T[], percent: number): T[];
  /** Percentage of manifest lines that its next version rewrites. */
  readonly restless: number;
};

/** Choices that fast-check makes, records and shrinks. */
export function makeDraw(value: fc.GeneratorValue, restless = 45): Draw {
  const int = (min: number, max: number): number => value(fc.integer, { min, max });
  const chance = (percent: number): boolean => int(0, 99) >= 100 - percent;
  const pick = <T>(items: readonly T[]): T => {
    const index = items.length === 1 ? 0 : int(0, items.length - 1);
    if (items.length === 0) throw new Error('There is nothing to pick from');
    return items[index] as T;
  };
  const some = <T>(items: readonly T[], percent: number): T[] =>
    items.filter(() => chance(percent));
  return { chance, int, pick, some, restless };
}

import { makeSeededRandom } from '../../src/kit/seeded-random.ts';
import type { Draw } from '../worlds/generate/draw.ts';

/** Choices that depend on a seed alone. Shrinkable choices are in the schedule instead. */
export function makeSeededDraw(seed: number, restless = 45): Draw {
  const random = makeSeededRandom(seed);
  const int = (min: number, max: number): number => min + Math.floor(random() * (max - min + 1));
  const chance = (percent: number): boolean => random() * 100 < percent;
  const pick = <T>(items: readonly T[]): T => {
    if (items.length === 0) throw new Error('There is nothing to pick from');
    return items[int(0, items.length - 1)] as T;
  };
  const some = <T>(items: readonly T[], percent: number): T[] =>
    items.filter(() => chance(percent));
  return { chance, int, pick, some, restless };
}

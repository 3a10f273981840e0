import { makeSeededDraw } from '../simulate/seeded-draw.ts';
import type { FuzzTarget } from './fuzz-case.ts';

/** Which input: the same seed and number are the same, whatever was fed before. */
export type FuzzCase = { readonly seed: number; readonly number: number };

/** Runs one case; returns its problem. An uncaught exception is a problem too. */
export async function feedCase(
  target: FuzzTarget,
  { seed, number }: FuzzCase,
): Promise<readonly string[]> {
  try {
    return await target.feed(makeSeededDraw(seed * 1_000_003 + number));
  } catch (error) {
    return [`threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  }
}

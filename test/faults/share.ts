import { env } from 'node:process';

// What the suite takes of all that there is to try, the same in every run, so that a failure repeats. With CHECK_FULL=1,
// as in `npm run check:full`, all is tried. What must be met whatever the share, each test asserts itself.
//
//                                        npm test                      npm run check:full
//   worlds of a law (countRuns)          half of them, 3 at least      as many as its test names
//   worlds of laws that count reach      as many as its test names     twice as many
//   draws of a dear property             less than half of them        as many as its test names
//   busy stories that come to rest       10, each thing met 3 times    42, 20 times
//   busy stories in a rough world        6, a fifth of all met         20, all
//   deaths, failing requests (isTried)   one in every `parts`          every one
//   kills of the process                 1 of two kinds of work        50 of four
//   accounts of a fleet                  10                            300
//   requests to an emulator beside       handed over, see short-way    over sockets

/** True if the whole set of cases runs. */
export const isWhole = env.CHECK_FULL === '1';

/** True if case `index` is in the share: case `turn` of every `parts`. */
export function isTried(index: number, share: { readonly turn: number; readonly parts: number }) {
  return isWhole || index % share.parts === share.turn;
}

/** How many generated worlds a law is tried on. A number is all of them, of which the suite takes half. */
export type Runs = number | { readonly suite: number; readonly full: number };

export function countRuns(runs: Runs): number {
  const { suite, full } =
    typeof runs === 'number' ? { suite: Math.max(3, Math.ceil(runs / 2)), full: runs } : runs;
  return isWhole ? full : Math.min(suite, full);
}

// Stories that change everything at once: their number, and how often they must reach each
// situation.
export const busyStories = { runs: { suite: 10, full: 42 }, least: isWhole ? 20 : 3 };
export const roughStories = { runs: { suite: 6, full: 20 }, share: isWhole ? 1 : 0.2 };

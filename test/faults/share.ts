import { env } from 'node:process';

/**
 * Whether a case is tried in every run. Each is tried with FAULTS=all; without it a share of them, the
 * same in every run, so that the tests stay fast: case `index` when it is `turn` in every `parts`.
 */
export function isTried(index: number, share: { readonly turn: number; readonly parts: number }) {
  return env.FAULTS === 'all' || index % share.parts === share.turn;
}

import { env } from 'node:process';

/** Whether all is tried that there is to try: FAULTS=all. Without it tests try a share, so that they stay fast. */
export const isWhole = env.FAULTS === 'all';

/** Whether a case is in the share, the same in every run: case `index` when it is `turn` in every `parts`. */
export function isTried(index: number, share: { readonly turn: number; readonly parts: number }) {
  return isWhole || index % share.parts === share.turn;
}

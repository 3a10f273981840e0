import type { RunTally } from '../../../model/state/run.ts';

/** `12 of 40 accounts done, 1 in the middle`. */
export function formatRunTally(tally: RunTally): string {
  const all = Object.values(tally).reduce((sum, each) => sum + each, 0);
  const parts = [
    `${tally.done} of ${all === 1 ? '1 account' : `${all} accounts`} done`,
    ...(tally.begun === 0 ? [] : [`${tally.begun} in progress`]),
    ...(tally.failed === 0 ? [] : [`${tally.failed} failed`]),
    ...(tally.refused === 0 ? [] : [`${tally.refused} refused`]),
    ...(tally.planned === 0 ? [] : [`${tally.planned} not started`]),
  ];
  return parts.join(', ');
}

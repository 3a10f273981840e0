/** Cells of the two tables that worlds do not meet often enough to count on, and why. */
type Unmet = { readonly because: string; readonly cells: readonly RegExp[] };

/**
 * The first reason that fits counts. All cells of run states are built in
 * `test/engine/plan/running`, those of fields in `test/model/diff` and `test/engine/decide`.
 */
export const unmet: readonly Unmet[] = [
  {
    because:
      'A new cycle and a replacement have state and schedule in Git: after a lost store nobody else knows them.',
    cells: [
      /^run absent, active: wait schedule$/,
      /^run (?:absent|resting|running) beside .*, unmanaged: /,
      /^run (?:absent|resting) beside .*: (?:wait schedule|refuse schedule-unknown)$/,
      /^run running, \w+: refuse schedule-unknown$/,
    ],
  },
  {
    because:
      'No person acts in the console of a service that offers little, so that its cycles stay paused.',
    cells: [
      /: refuse pause-not-offered$/,
      /^run .* beside one that runs, .*: wait manual$/,
      /^run paused-by-us, .*: wait manual$/,
      /^run running, paused: leave$/,
      /^field (?:live|both|not-readable): not-offered$/,
    ],
  },
  {
    because:
      'A single run is over before Git edits or replaces its cycle, and others rarely start one.',
    cells: [
      /^run (?:absent|resting) beside a single run, /,
      /^run running-once by (?:others, |us, (?:active|unmanaged))/,
    ],
  },
  {
    because:
      'A replaced cycle goes right after the start of its replacement: only a death lies between.',
    cells: [
      /^run running beside /,
      /^run resting beside one at rest, active: (?:cutover|leave)$/,
      /^run resting beside one that runs, paused: leave$/,
    ],
  },
  {
    because:
      'A sign-in is rarely lost, and a state rarely changed, while a cycle is paused by us or replaced.',
    cells: [
      /^run paused-by-us, (?:unmanaged: |active: wait sign-in|paused: leave)/,
      /^run running, unmanaged: wait sign-in$/,
      /^run (?:absent|resting) beside one that runs, active: wait sign-in$/,
    ],
  },
  {
    because: 'Others rarely change a field that also travels, waits, is seeded or is restored.',
    cells: [
      /^field both: companion-lacks-secret$/,
      /^field (?:live|both|unknown|unfinished): restored$/,
      /^field (?:live|both|unfinished): pending-seed$/,
      /^field (?:live|both|not-readable|other-key): companion$/,
      /^field (?:live|both): deferred$/,
    ],
  },
];

/** Returns why worlds seldom meet a cell; null if they have to. */
export function findWhyUnmet(cell: string): string | null {
  return unmet.find(({ cells }) => cells.some((each) => each.test(cell)))?.because ?? null;
}

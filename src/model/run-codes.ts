/** Diagnostics of runs: their locks, and what an interrupted one has left. */
export const runCodes = {
  'lock-held': {
    means: 'Another run works on the account. Nothing of it was touched.',
    remedy:
      'Apply again when that has ended. Where it is certain that it works no more, cyclectl unlock lets the account go.',
  },
  'run-interrupted': {
    means: 'An earlier run died before it had ended.',
    remedy: 'cyclectl resume goes on with it; cyclectl resume --status shows what is open.',
  },
} as const;

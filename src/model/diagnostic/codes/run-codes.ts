/** Diagnostics of runs: their locks, and what an interrupted one has left. */
export const runCodes = {
  'store-empty': {
    means:
      'The file of a store is there and has 0 bytes: it was cut short, or nothing was ever kept in it.',
    remedy:
      'Put back a copy if something was kept in it; else everything is found again by id and name, and nothing is deleted.',
  },
  'lock-held': {
    means: 'Another run works on the account. Nothing of it was touched.',
    remedy:
      'Apply again when that has ended. Where it is certain that it works no more, cyclectl unlock lets the account go.',
  },
  'run-at-work': {
    means:
      'The run that does this very plan is still at work, or it is not known yet that it is not.',
    remedy: 'Wait until it has ended; cyclectl resume --status shows who works on what.',
  },
  'run-interrupted': {
    means: 'An earlier run died before it had ended.',
    remedy: 'cyclectl resume goes on with it; cyclectl resume --status shows what is open.',
  },
  'drift-not-noted': {
    means:
      'Drift could not note in the store since when it sees what it found. The report is whole but for those dates and the trend.',
    remedy:
      'Give the role or user of drift the right to write its notes (docs/guides/share-state.md, Rights), or leave it: nothing else needs them.',
  },
  'undo-refused': {
    means: 'A run cannot be taken back in this account.',
    remedy: 'Nothing of the account was touched. Do what the message says, and undo again.',
  },
  'undo-moved': {
    means: 'Somebody else has changed a field since the run that shall be taken back wrote it.',
    remedy: 'Nothing of the account was touched. Put back by hand what shall be taken back.',
  },
  'undo-later-run': {
    means: 'A later run has written the same field as the one that shall be taken back.',
    remedy: 'Nothing of the account was touched. Take the later run back first.',
  },
  'undo-no-manifest': {
    means: 'A run wrote to an account that no manifest names now: it is not taken back there.',
    remedy: 'Put its manifest back, or bring it back by hand in the console.',
  },
} as const;

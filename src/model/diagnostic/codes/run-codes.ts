/** Diagnostics of runs (locks, interrupts, undo), and of attacks that an unreviewed branch could try. */
export const runCodes = {
  'store-empty': {
    stops: 'nothing',
    means: 'The file of a store has 0 bytes: it was truncated, or nothing was ever stored in it.',
    remedy:
      'Restore a backup if the store had content. Otherwise cyclectl finds each object again by id and name, and deletes nothing.',
  },
  'lock-held': {
    stops: 'applying',
    means: 'Another run holds the lock on the account. Nothing in it was changed.',
    remedy:
      'Apply again when that run has ended. If that run is certainly dead, release the lock with cyclectl unlock.',
  },
  'run-at-work': {
    stops: 'applying',
    means:
      'The run that applies this same plan is still active, or it is not yet certain that it ended.',
    remedy: 'Wait until it has ended. cyclectl resume --status shows the active runs.',
  },
  'run-interrupted': {
    stops: 'command',
    means: 'An earlier run died before it ended.',
    remedy: 'Run cyclectl resume to continue it. cyclectl resume --status lists unfinished work.',
  },
  'drift-not-noted': {
    stops: 'nothing',
    means:
      'drift could not record in the store the date since which each difference exists. The report is complete except for those dates and the trend.',
    remedy:
      'Grant the role or user of drift the right to write its notes (docs/guides/share-state.md of the package, Rights), or ignore this, because nothing else needs them.',
  },
  'run-refused': {
    stops: 'planning',
    means:
      'cyclectl run cannot run a cycle once, or cannot cancel its single run. Nothing in the account was changed.',
    remedy: 'Follow the message. A cycle runs once if Git keeps it paused and nothing is missing.',
  },
  'single-run-written': {
    stops: 'object',
    means:
      'A cycle has schedule: {once: …}, as earlier versions had it. A single run is an event and no state of a manifest. drift, status, resume and undo still read it as state: paused.',
    remedy:
      'Write state: paused without the schedule, apply, and request the run with cyclectl run ADDRESS --at TIME.',
  },
  'single-run-unknown': {
    stops: 'applying',
    means:
      'A single run may have happened: the response to its start was lost, or its cycle was stopped when it was due. It is not requested again.',
    remedy:
      'Check the runs of the cycle in the console. If it ran, or must not run: cyclectl state settle ADDRESS done. If it must run: settle it so too, then cyclectl run ADDRESS.',
  },
  'single-run-due': {
    stops: 'applying',
    means:
      'A single run was to be cancelled while it is due or in progress. It was left unchanged.',
    remedy:
      'Wait for the end of the run. If the cycle now runs for another reason, because a person started it: stop it in the console.',
  },
  'single-run-overdue': {
    stops: 'applying',
    means:
      'Of earlier versions. A cycle was to be stopped for an edit, and still runs although the time of its single run has passed. It runs for another reason: a person started it, or it was bound while it ran. It was left unchanged, because no schedule in Git could start it again.',
    remedy:
      'If its single run is only now in progress, because a person started it: apply again when it has ended. Otherwise write the schedule that it must run on, and apply again. To leave it paused, stop it in the console and apply again.',
  },
  'single-run-failed': {
    stops: 'applying',
    means:
      'cyclectl run --wait saw a single run end, and the service counts more errors of its cycle.',
    remedy: 'List its runs with cyclectl transactions ADDRESS, fix the cause, and run it again.',
  },
  'single-run-unclear': {
    stops: 'applying',
    means:
      'cyclectl run --wait does not know how a single run ended: the service shows neither a new success nor a new error of its cycle, as after a run without records, or the cycle could not be read.',
    remedy: 'Look at the runs of the cycle in the console.',
  },
  'undo-refused': {
    stops: 'planning',
    means: 'A run cannot be undone in this account.',
    remedy: 'Nothing in the account was changed. Follow the message, and undo again.',
  },
  'undo-moved': {
    stops: 'planning',
    means: 'A field was changed outside this run after the run wrote it.',
    remedy: 'Nothing in the account was changed. Restore the earlier value manually.',
  },
  'undo-later-run': {
    stops: 'command',
    means: 'A later run wrote the same field as the run to undo.',
    remedy: 'Nothing in the account was changed. Undo the later run first.',
  },
  'undo-no-manifest': {
    stops: 'command',
    means: 'A run wrote to an account that no manifest names now. The run is not undone there.',
    remedy: 'Restore its manifest, or restore the account manually in the console.',
  },
  'secret-of-cyclectl': {
    stops: 'command',
    means:
      'A manifest would send a secret that cyclectl itself uses to another system: credentials of an environment or its store, a variable CYCLECTL_*, an identity of age, or a proxy.',
    remedy: 'Name a secret that is meant for this place.',
  },
  'private-folder': {
    stops: 'command',
    means:
      'A manifest names a path in .cyclectl, .git or node_modules, which hold keys, stores and files of other programs.',
    remedy: 'Move the file to another place in the project folder.',
  },
  'header-not-allowed': {
    stops: 'command',
    means: 'The account header of a service is a header that HTTP itself or the sign-in needs.',
    remedy: 'Write the name of the header that the service uses. The default is X-Service-Account.',
  },
  'origin-not-allowed': {
    stops: 'command',
    means: 'A manifest names an address that is not in CYCLECTL_ALLOW_ORIGINS.',
    remedy:
      'If you trust it, add its origin to that variable in the settings of the machine; a branch cannot.',
  },
  'variable-not-allowed': {
    stops: 'command',
    means: 'A manifest names a variable that is not in CYCLECTL_ALLOW_ENV.',
    remedy:
      'If it is intended, add its name to that variable in the settings of the machine; a branch cannot.',
  },
  'bounds-missing': {
    stops: 'command',
    means:
      'CI is set and the environment has a real service, but the allowed origins and variables are not configured.',
    remedy:
      'Set CYCLECTL_ALLOW_ORIGINS and CYCLECTL_ALLOW_ENV in the settings of CI, not in the repository.',
  },
  'address-changed': {
    stops: 'command',
    means: 'The address of an environment differs from the address in its store. Nothing was sent.',
    remedy: 'If the service has a new address, accept it with cyclectl state accept-address.',
  },
} as const;

/** Codes of blueprints, fleets, revisions and rollouts. */
export const fleetCodes = {
  'table-syntax': {
    stops: 'reading',
    means:
      'A table of a fleet is not valid CSV, YAML or JSON, or its rows do not have its columns.',
    remedy:
      'Correct the marked line. In CSV, put quotes around a cell with a delimiter or a line end.',
  },
  'cell-damaged': {
    stops: 'reading',
    means:
      'A cell has a formula, its error, or an id in scientific notation, as spreadsheets write them.',
    remedy: 'Save the values of the spreadsheet as text.',
  },
  'column-unknown': {
    stops: 'reading',
    means:
      'A table has a column that is no input of the blueprint, and none that every table can have.',
    remedy: 'Correct its name, or declare an input of that name in the blueprint.',
  },
  'column-missing': {
    stops: 'reading',
    means: 'A table lacks a column that every account needs.',
    remedy: 'Add the column name, and id or ids.ENVIRONMENT.',
  },
  'blueprint-unknown': {
    stops: 'reading',
    means:
      'A fleet or an account uses a blueprint that the project does not have, or that has mistakes.',
    remedy: 'Correct the name, or the mistakes of the blueprint.',
  },
  'blueprint-base': {
    stops: 'reading',
    means: 'The base of a blueprint is the blueprint itself, or has a base itself.',
    remedy: 'Name another blueprint without a base.',
  },
  'duplicate-name': {
    stops: 'reading',
    means:
      'Two blueprints or fleets have one name, a table is named twice, or an account has two overrides.',
    remedy: 'Keep one, or give each its own name.',
  },
  'input-declaration': {
    stops: 'reading',
    means: 'A blueprint declares an input with keys or a default that do not fit its type.',
    remedy: 'Correct the declaration.',
  },
  'input-unknown': {
    stops: 'reading',
    means: 'A manifest names an input that the blueprint does not declare.',
    remedy: 'Correct the name, or declare the input in the blueprint.',
  },
  'input-missing': {
    stops: 'reading',
    means: 'An account has no value for an input that its blueprint requires.',
    remedy: 'Give it a value in the row, a segment or an override, or a default in the blueprint.',
  },
  'input-value': {
    stops: 'reading',
    means: 'The value of an input does not have its type or pattern.',
    remedy: 'Correct the value; the declaration of the input says which it takes.',
  },
  condition: {
    stops: 'reading',
    means: 'A condition is no expression of CEL, is refused, or has no value for an account.',
    remedy:
      'Correct it. has(account.labels.tier) and has(inputs.folder) are true if an account has the value; matches and macros within macros are refused.',
  },
  'segment-conflict': {
    stops: 'reading',
    means: 'An account is in two segments that set different values at one place.',
    remedy: 'Set the value in one of them, or let their labels exclude each other.',
  },
  'override-unused': {
    stops: 'nothing',
    means: 'An override names an account that no table of its fleet has.',
    remedy: 'Correct the name, or remove the override.',
  },
  'override-past': {
    stops: 'nothing',
    means: 'The date of an override is over. It stays in effect.',
    remedy: 'Ask its owner, then remove the override or write a later date.',
  },
  'pin-past': {
    stops: 'nothing',
    means:
      'The date of a pin is over, so it no longer holds its account. The next rollout or apply takes the account along.',
    remedy: 'Ask its owner, then remove the pin or write a later date.',
  },
  'pin-ending': {
    stops: 'nothing',
    means: 'A pin holds its account for 14 more days at most.',
    remedy: 'Ask its owner, then let it end, or write a later date.',
  },
  'pin-unknown': {
    stops: 'reading',
    means:
      'A pin names a revision that the store does not have of its fleet, or that several of its revisions begin with.',
    remedy:
      'Write a revision that cyclectl rollout status shows, add environment: NAME if the pin is for another environment, or remove the pin and open a rollout.',
  },
  'secret-name-taken': {
    stops: 'reading',
    means: 'Two accounts have the same name in references to secrets.',
    remedy: 'Give one of them another secretName.',
  },
  'no-own-file': {
    stops: 'command',
    means: 'A command would write into the manifest of an account that is a row of a table.',
    remedy: 'Write an override in the fleet, or change the blueprint.',
  },
  'commit-unclear': {
    stops: 'command',
    means:
      'The accounts at the commit of --rendered or --changed-since are not known, because its manifests have mistakes or links changed.',
    remedy: 'Compare with another commit.',
  },
  'table-suspect': {
    stops: 'nothing',
    means:
      'With --changed-since, cells of a table differ from those of the commit as if a spreadsheet had damaged them.',
    remedy:
      'Compare the table with the commit, and restore the cells that were not meant to change.',
  },
  'table-form': {
    stops: 'command',
    means: 'A table of a fleet is not in canonical form.',
    remedy: 'Run cyclectl fleet fmt, and commit the table.',
  },
  'table-conflict': {
    stops: 'command',
    means: 'Two branches changed a row of a table in ways that exclude each other.',
    remedy: 'Edit the rows between the markers, then run git add.',
  },
  'pull-failed': {
    stops: 'command',
    means: 'The source of fleet pull gives no whole answer in UTF-8 of at most 16 MiB.',
    remedy: 'Correct the source, and pull again.',
  },
  'pull-refused': {
    stops: 'command',
    means:
      'A pulled table has mistakes, lacks rows or columns, gives an account another id, or more than 5 % of the rows leave.',
    remedy: 'Correct what the source exports. If rows leave on purpose, pass --allow-shrink.',
  },
  'not-removed': {
    stops: 'command',
    means: 'An account cannot be removed from its file without a change of something else.',
    remedy: 'Remove it yourself.',
  },
  'not-ejected': {
    stops: 'command',
    means: 'An account cannot leave its fleet: a file without a blueprint cannot say the same.',
    remedy: 'Write a file that uses the blueprint, and remove the row.',
  },
  'revision-unusable': {
    stops: 'reading',
    means:
      'The revision that an account is on is not in the store, or is damaged or no longer valid.',
    remedy: 'Open a rollout of the newest revision with cyclectl rollout open.',
  },
  'revision-waiting': {
    stops: 'nothing',
    means:
      'Accounts of a fleet with a rollout were never admitted to a revision. They are not compared, planned or changed.',
    remedy: 'Open a rollout of the fleet with cyclectl rollout open, or go on with the open one.',
  },
  'revision-pinned': {
    stops: 'nothing',
    means:
      'Pins hold accounts of a fleet on revisions. No rollout and no apply brings them to another one.',
    remedy: 'Remove a pin that is no longer needed.',
  },
  'revision-newer': {
    stops: 'nothing',
    means:
      'The blueprint, its base or the segments of a fleet are newer than the revision that its accounts are on.',
    remedy: 'Open a rollout with cyclectl rollout open.',
  },
  'window-empty': {
    stops: 'reading',
    means: 'A maintenance window of a rollout opens and closes at the same time.',
    remedy: 'Write two times; a whole day is from 00:00 to 24:00.',
  },
  'rollout-refused': {
    stops: 'command',
    means:
      'The fleet is unknown or has no rollout in its file, another rollout of it is open, a rollout without open steps is to be paused, or the approved wave is not the one that waits.',
    remedy: 'Name a fleet that has spec.rollout; cyclectl rollout status shows what is open.',
  },
  'rollout-not-waiting': {
    stops: 'command',
    means: 'No wave of the fleet waits for its gate, so there is nothing to approve.',
    remedy: 'See what the rollout waits for with cyclectl rollout status.',
  },
  'rollout-one-way': {
    stops: 'command',
    means:
      'A rollout with onFailure: undo would replace or delete objects, or rotate secrets, or it has accounts without an earlier revision. These have no way back.',
    remedy: 'Write onFailure: stop for this rollout, or bring these changes in another one.',
  },
  'rollout-changed': {
    stops: 'command',
    means: 'The record of a rollout in the store is not as it was approved.',
    remedy: 'Find out who wrote to the store, then open a rollout that replaces it.',
  },
  'rollout-held': {
    stops: 'applying',
    means:
      'An account of a wave has changes that its rollout did not approve. It stays on its earlier revision.',
    remedy:
      'Apply or revert what moved since, or approve it with a rollout that replaces this one.',
  },
} as const;

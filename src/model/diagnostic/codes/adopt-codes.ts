/** Diagnostics of `cyclectl adopt`. */
export const adoptCodes = {
  'adopt-not-found': {
    means: 'The service has nothing of the id or name that was to be bound.',
    remedy: 'Write its id, or its name letter by letter, as the console shows it.',
  },
  'adopt-not-fitting': {
    means:
      'What was to be bound is not what the entry describes: another account, another connector or a cycle of another template.',
    remedy: 'Name the right object, or write in the entry what that one is.',
  },
  'adopt-bound': {
    means:
      'What was to be bound belongs to another entry already, or the entry to another object. One has one.',
    remedy:
      'Look with cyclectl state list, and let go what is wrong with cyclectl state forget ADDRESS.',
  },
  'adopt-unseen': {
    means:
      'The service does not show what was to be bound, so that nothing of it can be checked before.',
    remedy: 'Look in the console, and say what you found: cyclectl state settle ADDRESS exists ID.',
  },
  'adopt-moved': {
    means:
      'What would be bound in an account is not what was shown. Nothing of the account was bound.',
    remedy: 'Run the command again and look at what it shows.',
  },
} as const;

/** Diagnostics of `cyclectl adopt`. */
export const adoptCodes = {
  'adopt-not-found': {
    means: 'The service has no object with that id or name.',
    remedy: 'Write its id, or its exact name, as the console shows it.',
  },
  'adopt-not-fitting': {
    means:
      'The object does not match the entry: it is another account, another connector or a cycle of another template.',
    remedy: 'Name the right object, or change the entry to describe this one.',
  },
  'adopt-bound': {
    means:
      'The object is bound to another entry, or the entry to another object. An entry binds one object.',
    remedy:
      'Check with cyclectl state list, and remove the wrong binding with cyclectl state forget ADDRESS.',
  },
  'adopt-unseen': {
    means:
      'The service does not list the object to adopt, so nothing about it can be checked first.',
    remedy: 'Check the console, and record the result: cyclectl state settle ADDRESS exists ID.',
  },
  'adopt-moved': {
    means:
      'An account changed between the preview and the adoption. Nothing in the account was adopted.',
    remedy: 'Run the command again, and review what it shows.',
  },
} as const;

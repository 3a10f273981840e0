/** Diagnostics of the answers to drift: `cyclectl drift --revert` and `--adopt`. */
export const revertCodes = {
  'no-drift': {
    means: 'The address has no drift in the service, or is in no manifest.',
    remedy: 'Pass an address as cyclectl drift prints it: of a field, an object or an account.',
  },
  'revert-refused': {
    means:
      'The drift of an account cannot be reverted alone: an earlier apply is unfinished, or an object to create again lacks its dependencies.',
    remedy: 'Nothing in the account was changed. Follow the message, and plan it again.',
  },
} as const;

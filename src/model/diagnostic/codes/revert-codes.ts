/** Diagnostics of the answers to drift: `cyclectl drift --revert` and `--adopt`. */
export const revertCodes = {
  'no-drift': {
    means:
      'An address was named of which nothing has moved in the service, or which is in no manifest.',
    remedy: 'Give an address as cyclectl drift prints it: of a field, an object or an account.',
  },
  'revert-refused': {
    means:
      'Drift of an account cannot be taken back by itself: an apply of ours is not done yet, or what is to be made again needs what is not there.',
    remedy: 'Nothing of the account was touched. Do what the message says, and plan it again.',
  },
} as const;

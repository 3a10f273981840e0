/** Diagnostics of export: what of the service could not be written into a manifest. */
export const exportCodes = {
  'left-out': {
    means:
      'Something of an account cannot be said in a manifest. It was left out of the file, where a comment says so, and stays as it is in the service.',
    remedy: 'Do what the message says and export again, or leave it to the console.',
  },
  'id-unfit': {
    means: 'An account of the service has an id that a manifest cannot have. No file was written.',
    remedy: 'An id has no spaces, no signs beyond ASCII and none of # / ?; look in the console.',
  },
  'name-secret': {
    means:
      'The name of an account of the service has what may be a secret in it. No file was written: its path and its text would say the name.',
    remedy: 'Give the account another name in the console, and export again.',
  },
  'not-proven': {
    means:
      'The manifest that was made of an account would change something, or cannot be read back. No file was written.',
    remedy: 'Report it with the text of the message; the account is as it was.',
  },
  'file-in-the-way': {
    means: 'A file that was to be written is there already. It was left as it is.',
    remedy: 'Move it away or rename it; file names mean nothing to cyclectl. Then export again.',
  },
  'file-not-written': {
    means:
      'A file could not be written: the disk is full, a folder cannot be written to, or is none. The manifest of the account stays as it was, or is not there.',
    remedy:
      'Do what the message says, and export again: files of cycles that were written before it are taken as they are.',
  },
  'file-not-merged': {
    means:
      'A file has several accounts, and one of them could not be read or merged. None of it was written.',
    remedy: 'Do what is said of the other account, and export again.',
  },
} as const;

/** Diagnostics of export. */
export const exportCodes = {
  'left-out': {
    means:
      'A manifest cannot express a part of the account. The part was left out of the file, where a comment names it, and is unchanged in the service.',
    remedy: 'Follow the message and export again, or manage that part in the console.',
  },
  'id-unfit': {
    means: 'The id of an account in the service is not valid in a manifest. No file was written.',
    remedy:
      'An id has only ASCII characters, no spaces, and none of # / ?. Check the account in the console.',
  },
  'name-secret': {
    means:
      'The name of an account in the service may contain a secret. No file was written, because its path and text would expose the name.',
    remedy: 'Rename the account in the console, and export again.',
  },
  'not-proven': {
    means:
      'The manifest exported for an account would change something, or cannot be read back. No file was written.',
    remedy: 'Report it with the text of the message. The account is unchanged.',
  },
  'file-in-the-way': {
    means: 'A file to be written already exists. It was left unchanged.',
    remedy: 'Move or rename it, because file names mean nothing to cyclectl. Then export again.',
  },
  'file-not-written': {
    means:
      'A file could not be written: the disk is full, or its folder is not writable or not a folder. The manifest of the account is unchanged, or was not created.',
    remedy:
      'Follow the message, and export again. Files of cycles that were already written are reused.',
  },
  'file-not-merged': {
    means:
      'A file has several accounts, and one of them could not be read or merged. Nothing was written to the file.',
    remedy: 'Follow the message about the other account, and export again.',
  },
} as const;

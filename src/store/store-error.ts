import { OperationalError, toFileError } from '../kit/operational-error.ts';

/**
 * The store is not usable: its file is damaged, newer, locked or of another program, or the disk
 * fails.
 */
export class StoreError extends OperationalError {
  constructor(message: string, options: { readonly remedy: string; readonly cause?: unknown }) {
    super(message, options);
    this.name = 'StoreError';
  }
}

const lost =
  'Restore a backup, or move the file away: the next plan then finds all objects by id and name and deletes nothing.';

/** Primary result codes of SQLite (sqlite.org/rescode.html) that the machine can cause. */
const words: ReadonlyMap<number, readonly [says: string, remedy: string]> = new Map([
  [3, ['permission is denied', 'Grant this user read and write permission on it.']],
  [5, ['another process has it locked', 'Wait until the other cyclectl run ends, then try again.']],
  [6, ['another process has it locked', 'Wait until the other cyclectl run ends, then try again.']],
  [8, ['it is not writable', 'Grant this user write permission on it and its folder.']],
  [10, ['the disk failed', 'Check the disk, then try again.']],
  [11, ['it is damaged', lost]],
  [13, ['the disk is full', 'Free space on the disk, then try again.']],
  [
    14,
    [
      'it cannot be opened',
      'Grant this user write permission on it and its folder: its lock files are in that folder.',
    ],
  ],
]);

/** Turns an error of SQLite or the file system into a `StoreError`; returns others unchanged. */
export function toStoreError(file: string, error: unknown): unknown {
  if (error instanceof OperationalError || !(error instanceof Error)) return error;
  if ('errcode' in error && typeof error.errcode === 'number') {
    // Code 1 is a statement that names a missing table or column.
    if (error.errcode === 1) return makeDamageError(file, error.message, error);
    if (error.errcode === 26) return makeNotStoreError(file);
    const known = words.get(error.errcode & 0xff);
    if (known === undefined) return error;
    return new StoreError(`cannot use the store ${file}: ${known[0]}`, {
      remedy: known[1],
      cause: error,
    });
  }
  if (!('syscall' in error)) return error;
  const failure = toFileError('use the store', file, error);
  return new StoreError(failure.message, { remedy: failure.remedy, cause: error });
}

/** Error for a file with content that cyclectl never writes. */
export function makeDamageError(file: string, what: string, cause?: unknown): StoreError {
  return new StoreError(`cannot use the store ${file}: it is damaged (${what})`, {
    remedy: lost,
    cause,
  });
}

/** Error for a file that is no database. */
export function makeNotStoreError(file: string): StoreError {
  return makeOtherProgramError(file, 'it is not a cyclectl store');
}

/** Error for a file of another program. */
export function makeOtherProgramError(file: string, text: string): StoreError {
  return new StoreError(`cannot use the store ${file}: ${text}`, {
    remedy: 'Name another file; cyclectl does not change this one.',
  });
}

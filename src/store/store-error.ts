import { OperationalError, toFileError } from '../kit/operational-error.ts';
import { findSqliteFault, readSqliteCode } from '../kit/sqlite-error.ts';

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

/** Turns an error of SQLite or the file system into a `StoreError`; returns others unchanged. */
export function toStoreError(file: string, error: unknown): unknown {
  if (error instanceof OperationalError || !(error instanceof Error)) return error;
  const code = readSqliteCode(error);
  if (code !== null) {
    // Code 1 is a statement that names a missing table or column, 11 a damaged page.
    if (code === 1 || (code & 0xff) === 11) return makeDamageError(file, error.message, error);
    if (code === 26) return makeNotStoreError(file);
    const fault = findSqliteFault(error);
    if (fault === null) return error;
    return new StoreError(`cannot use the store ${file}: ${fault.text}`, {
      remedy: fault.remedy,
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

import { OperationalError } from '../../kit/operational-error.ts';
import { findSqliteFault, readSqliteCode } from '../../kit/sqlite-error.ts';

/**
 * Format of the rows. Raise it with every change of a stored row, except an optional new member
 * that its reader handles. Files of other formats are not read.
 */
export const storeFormat = 1;

/** A file of another format than `storeFormat`. */
export class StoreFormatError extends Error {
  override readonly name = 'StoreFormatError';
  readonly found: number;

  constructor(found: number) {
    super(`The state has format ${found}, and this version reads format ${storeFormat}.`);
    this.found = found;
  }
}

/** Turns SQLite errors and a wrong format into an OperationalError; returns others unchanged. */
export function toStateError(file: string, error: unknown): unknown {
  if (error instanceof StoreFormatError) {
    const { found } = error;
    const whose = found < storeFormat ? 'an older' : 'a newer';
    return new OperationalError(
      `cannot use the service's state ${file}: ${whose} version of this program wrote it (format ${found}, not ${storeFormat})`,
      {
        remedy:
          'Use that version, or delete its folder: the service then starts again from its world file.',
        cause: error,
      },
    );
  }
  const fault = findSqliteFault(error);
  if (fault !== null) {
    return new OperationalError(`cannot use the service's state ${file}: ${fault.text}`, {
      remedy: fault.remedy,
      cause: error,
    });
  }
  if (!(error instanceof Error) || readSqliteCode(error) === null) return error;
  return new OperationalError(`cannot use the service's state ${file}: ${error.message}`, {
    remedy:
      'Restore a backup, or delete its folder: the service then starts again from its world file.',
    cause: error,
  });
}

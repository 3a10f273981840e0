import { OperationalError, toFileError } from '../kit/operational-error.ts';

/** The store cannot be used: its file is damaged, foreign, newer, locked, or the disk refuses. */
export class StoreError extends OperationalError {
  constructor(message: string, options: { readonly remedy: string; readonly cause?: unknown }) {
    super(message, options);
    this.name = 'StoreError';
  }
}

const lost =
  'Put back a copy, or move the file away: the next plan then finds everything by id and name, and deletes nothing.';

/** Primary result codes of SQLite (sqlite.org/rescode.html) that a machine may give rise to. */
const words: ReadonlyMap<number, readonly [says: string, remedy: string]> = new Map([
  [3, ['permission is denied', 'Give this user the right to read and write it.']],
  [5, ['another process holds it', 'Wait until the other cyclectl has ended, and try again.']],
  [6, ['another process holds it', 'Wait until the other cyclectl has ended, and try again.']],
  [8, ['it cannot be written to', 'Give this user the right to write it and its folder.']],
  [10, ['the disk failed', 'Look at the disk, and try again.']],
  [11, ['it is damaged', lost]],
  [26, ['it is damaged', lost]],
  [13, ['the disk is full', 'Make room on the disk, and try again.']],
  [
    14,
    [
      'it cannot be opened',
      'Give this user the right to write it and its folder: locks stand beside it.',
    ],
  ],
]);

/** What SQLite or the file system threw, as a `StoreError`; a fault of ours stays what it is. */
export function toStoreError(file: string, error: unknown): unknown {
  if (error instanceof OperationalError || !(error instanceof Error)) return error;
  if ('errcode' in error && typeof error.errcode === 'number') {
    // Code 1 is for statements that fail on a table or column that is not there.
    if (error.errcode === 1) return makeDamageError(file, error.message, error);
    const known = words.get(error.errcode & 0xff);
    if (known === undefined) return error;
    return new StoreError(`cannot use the store ${file}: ${known[0]}`, {
      remedy: known[1],
      cause: error,
    });
  }
  if (!('syscall' in error)) return error;
  const trouble = toFileError('use the store', file, error);
  return new StoreError(trouble.message, { remedy: trouble.remedy, cause: error });
}

/** The file holds what we would never write. */
export function makeDamageError(file: string, what: string, cause?: unknown): StoreError {
  return new StoreError(`cannot use the store ${file}: it is damaged (${what})`, {
    remedy: lost,
    cause,
  });
}

/** The file is somebody else's. */
export function makeForeignError(file: string, says: string): StoreError {
  return new StoreError(`cannot use the store ${file}: ${says}`, {
    remedy: 'Name another file; this one is left as it is.',
  });
}

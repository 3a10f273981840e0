type SqliteFault = { readonly text: string; readonly remedy: string };

const locked: SqliteFault = {
  text: 'another process has it locked',
  remedy: 'Wait until the other cyclectl run ends, then try again.',
};

/** Primary result codes of SQLite (sqlite.org/rescode.html) that the machine can cause. */
const faults: ReadonlyMap<number, SqliteFault> = new Map([
  [3, { text: 'permission is denied', remedy: 'Grant this user read and write permission on it.' }],
  [5, locked],
  [6, locked],
  [
    8,
    {
      text: 'it is not writable',
      remedy: 'Grant this user write permission on it and its folder.',
    },
  ],
  [10, { text: 'the disk failed', remedy: 'Check the disk, then try again.' }],
  [13, { text: 'the disk is full', remedy: 'Free space on the disk, then try again.' }],
  [
    14,
    {
      text: 'it cannot be opened',
      remedy:
        'Grant this user write permission on it and its folder: its lock files are in that folder.',
    },
  ],
]);

/** Reads the result code of an error of SQLite; null for other errors. */
export function readSqliteCode(error: unknown): number | null {
  if (!(error instanceof Error && 'errcode' in error)) return null;
  return typeof error.errcode === 'number' ? error.errcode : null;
}

/** Finds what the machine did to a database file; null if it did not cause the error. */
export function findSqliteFault(error: unknown): SqliteFault | null {
  const code = readSqliteCode(error);
  return code === null ? null : (faults.get(code & 0xff) ?? null);
}

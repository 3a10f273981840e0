/**
 * What each version of the file adds to the one before; the number of those applied is the file's
 * `user_version`. An entry that was released is never edited. A reader does not migrate, so whoever
 * adds the second entry also says how a plan reads a file of the first.
 *
 * A record is the JSON of an `ObjectRecord`, `CreateIntent` or `PauseRecord`. Of secrets these have
 * fingerprints alone.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE objects (
    account TEXT NOT NULL,
    address TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (account, address)
  ) STRICT, WITHOUT ROWID;

  -- Which accounts are bound to an account of the service; an account's address has no slash.
  CREATE INDEX owners ON objects (json_extract(record, '$.remoteId'))
    WHERE instr(address, '/') = 0;

  CREATE TABLE creates (
    account TEXT NOT NULL,
    address TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (account, address)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE pauses (
    account TEXT NOT NULL,
    address TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (account, address)
  ) STRICT, WITHOUT ROWID;
  `,
];

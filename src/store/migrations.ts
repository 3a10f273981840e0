/**
 * What each version of the file adds to the one before; the number of those applied is the file's
 * `user_version`. An entry that was released is never edited. A reader does not migrate, so whoever
 * adds the second entry also says how a plan reads a file of the first.
 *
 * Lists and schedules are JSON. No column can hold a secret: of those `applied` has fingerprints.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE objects (
    account TEXT NOT NULL,
    address TEXT NOT NULL,
    kind TEXT NOT NULL,
    remote_id TEXT NOT NULL,
    applied TEXT NOT NULL,
    run TEXT,
    PRIMARY KEY (account, address)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE creates (
    account TEXT NOT NULL,
    address TEXT NOT NULL,
    kind TEXT NOT NULL,
    ids_before TEXT NOT NULL,
    connector_ids_before TEXT NOT NULL,
    begun_at TEXT NOT NULL,
    PRIMARY KEY (account, address)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE pauses (
    account TEXT NOT NULL,
    address TEXT NOT NULL,
    cycle_id TEXT NOT NULL,
    schedule TEXT NOT NULL,
    sent TEXT,
    paused_at TEXT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (account, address)
  ) STRICT, WITHOUT ROWID;
  `,
];

/**
 * What each version of the file adds to the one before; the number of those applied is the file's
 * `user_version`. An entry that was released is never edited. A reader does not migrate: it sees empty
 * tables in place of those that an earlier file lacks (`openDatabaseForReading`), so that whoever adds an entry
 * that does more than add tables also says how a plan reads a file without it.
 *
 * A record is the JSON of a type of model/memory/account-state.ts, model/memory/run.ts, model/memory/lock.ts or model/memory/drift-note.ts. Of secrets these have
 * fingerprints alone. Times are milliseconds since 1970. The record of a run outlives those of its accounts.
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
  `
  CREATE TABLE writes (
    account TEXT NOT NULL,
    address TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (account, address)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE runs (
    id TEXT NOT NULL PRIMARY KEY,
    record TEXT NOT NULL,
    ended INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- A plan in it may be large, for which a table with row ids is better.
  CREATE TABLE run_accounts (
    run TEXT NOT NULL,
    account TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (run, account)
  ) STRICT;

  CREATE TABLE holders (
    id TEXT NOT NULL PRIMARY KEY,
    record TEXT NOT NULL,
    heard INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- A lock that is free keeps its row: its fence must never come a second time.
  CREATE TABLE locks (
    account TEXT NOT NULL PRIMARY KEY,
    holder TEXT,
    since INTEGER NOT NULL,
    fence INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE about (
    name TEXT NOT NULL PRIMARY KEY,
    record TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- What drift noted; no command goes by it. One row for each account that has drift.
  CREATE TABLE drift_seen (
    account TEXT NOT NULL PRIMARY KEY,
    record TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE drift_runs (
    id TEXT NOT NULL PRIMARY KEY,
    record TEXT NOT NULL,
    fleet INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
];

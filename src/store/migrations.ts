/**
 * Migrations of the file; `user_version` counts those applied. Never edit a released entry. Readers
 * do not migrate: they see empty tables (`openDatabaseForReading`). Records are JSON of types in
 * model/state; of secrets they have fingerprints alone.
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
  `
  -- What the accounts of fleets have in common, and which of it each account has.
  CREATE TABLE revisions (
    digest TEXT NOT NULL PRIMARY KEY,
    record TEXT NOT NULL
  ) STRICT;

  CREATE TABLE fleets (
    fleet TEXT NOT NULL PRIMARY KEY,
    record TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE admissions (
    account TEXT NOT NULL PRIMARY KEY,
    fleet TEXT NOT NULL,
    record TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE rollouts (
    id TEXT NOT NULL PRIMARY KEY,
    record TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- With the changes that were approved of each account.
  CREATE TABLE rollout_accounts (
    rollout TEXT NOT NULL,
    account TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (rollout, account)
  ) STRICT;
  `,
  `
  -- Shares of the rate of requests. One machine needs none: the table is as in the shared store.
  CREATE TABLE leases (
    id TEXT NOT NULL PRIMARY KEY,
    record TEXT NOT NULL,
    heard INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
];

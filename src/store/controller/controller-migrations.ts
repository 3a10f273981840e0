/**
 * Migrations of the tables of the controller, which have a schema and a version of their own: other commands
 * go on beside it. Never edit a released entry; only add.
 */
export const controllerMigrations: readonly string[] = [
  `
  CREATE TABLE cyclectl_controller.accounts (
    scope text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL,
    partition text COLLATE "C" NOT NULL,
    -- Milliseconds of the server's clock: to be looked at, queued (0: not), and looked at (0: never).
    due bigint NOT NULL,
    queued bigint NOT NULL,
    looked bigint NOT NULL,
    state text COLLATE "C" NOT NULL,
    record text NOT NULL,
    found text,
    PRIMARY KEY (scope, account)
  );
  CREATE INDEX due ON cyclectl_controller.accounts (scope, partition, due);

  CREATE TABLE cyclectl_controller.partitions (
    scope text COLLATE "C" NOT NULL,
    partition text COLLATE "C" NOT NULL,
    holder text COLLATE "C",
    epoch bigint NOT NULL,
    heard bigint NOT NULL,
    sweep text,
    -- Since the start of the sweep, of all replicas.
    requests bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (scope, partition)
  );
  `,
  `
  -- Milliseconds of the time at which the oldest drift of the last look was first seen.
  ALTER TABLE cyclectl_controller.accounts ADD COLUMN since bigint;
  `,
  `
  -- When the controller changed the account last; 0: never.
  ALTER TABLE cyclectl_controller.accounts ADD COLUMN changed bigint NOT NULL DEFAULT 0;
  `,
];

/**
 * Version that a program must know to use the store. Raise it with a migration that programs of earlier versions would
 * harm or misread; where one only adds, they go on.
 */
export const leastVersion = 4;

/**
 * Migrations of the shared store. Never edit a released entry. Tables match migrations.ts, keyed by
 * scope first; "C" collation compares bytes, as SQLite does. Records are text because jsonb takes
 * no NUL.
 */
export const postgresMigrations: readonly string[] = [
  `
  CREATE TABLE cyclectl.objects (
    scope text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL,
    address text COLLATE "C" NOT NULL,
    record text NOT NULL,
    -- Of an account: the JSON of the id that it has in the service.
    owner text COLLATE "C",
    PRIMARY KEY (scope, account, address)
  );
  CREATE INDEX owners ON cyclectl.objects (scope, owner) WHERE owner IS NOT NULL;

  CREATE TABLE cyclectl.creates (
    scope text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL,
    address text COLLATE "C" NOT NULL,
    record text NOT NULL,
    PRIMARY KEY (scope, account, address)
  );

  CREATE TABLE cyclectl.pauses (
    scope text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL,
    address text COLLATE "C" NOT NULL,
    record text NOT NULL,
    PRIMARY KEY (scope, account, address)
  );

  CREATE TABLE cyclectl.writes (
    scope text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL,
    address text COLLATE "C" NOT NULL,
    record text NOT NULL,
    PRIMARY KEY (scope, account, address)
  );

  CREATE TABLE cyclectl.runs (
    scope text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    record text NOT NULL,
    ended smallint NOT NULL,
    PRIMARY KEY (scope, id)
  );

  CREATE TABLE cyclectl.run_accounts (
    scope text COLLATE "C" NOT NULL,
    run text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL,
    record text NOT NULL,
    PRIMARY KEY (scope, run, account)
  );

  CREATE TABLE cyclectl.holders (
    scope text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    record text NOT NULL,
    heard bigint NOT NULL,
    PRIMARY KEY (scope, id)
  );

  CREATE TABLE cyclectl.locks (
    scope text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL,
    holder text COLLATE "C",
    since bigint NOT NULL,
    fence bigint NOT NULL,
    PRIMARY KEY (scope, account)
  );

  CREATE TABLE cyclectl.about (
    scope text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    record text NOT NULL,
    PRIMARY KEY (scope, name)
  );
  `,
  `
  CREATE TABLE cyclectl.drift_seen (
    scope text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL,
    record text NOT NULL,
    PRIMARY KEY (scope, account)
  );

  CREATE TABLE cyclectl.drift_runs (
    scope text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    record text NOT NULL,
    fleet smallint NOT NULL,
    PRIMARY KEY (scope, id)
  );
  `,
  `
  CREATE TABLE cyclectl.revisions (
    scope text COLLATE "C" NOT NULL,
    digest text COLLATE "C" NOT NULL,
    record text NOT NULL,
    PRIMARY KEY (scope, digest)
  );

  CREATE TABLE cyclectl.fleets (
    scope text COLLATE "C" NOT NULL,
    fleet text COLLATE "C" NOT NULL,
    record text NOT NULL,
    PRIMARY KEY (scope, fleet)
  );

  CREATE TABLE cyclectl.admissions (
    scope text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL,
    fleet text COLLATE "C" NOT NULL,
    record text NOT NULL,
    PRIMARY KEY (scope, account)
  );

  CREATE TABLE cyclectl.rollouts (
    scope text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    record text NOT NULL,
    PRIMARY KEY (scope, id)
  );

  CREATE TABLE cyclectl.rollout_accounts (
    scope text COLLATE "C" NOT NULL,
    rollout text COLLATE "C" NOT NULL,
    account text COLLATE "C" NOT NULL,
    record text NOT NULL,
    PRIMARY KEY (scope, rollout, account)
  );
  `,
  `
  CREATE TABLE cyclectl.leases (
    scope text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    record text NOT NULL,
    heard bigint NOT NULL,
    PRIMARY KEY (scope, id)
  );
  `,
];

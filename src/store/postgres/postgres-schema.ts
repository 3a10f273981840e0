import { readRecord } from '../rows.ts';
import type { Steps } from '../steps/steps.ts';
import { StoreError } from '../store-error.ts';
import { leastVersion, postgresMigrations } from './postgres-migrations.ts';

/** The version to which this program migrates a store. */
export const storeSchema = postgresMigrations.length;

/** Who opens the store. */
export type Migrating = 'command' | 'controller';

/** Distinguishes our schema from another one of this name. */
const format = 'cyclectl-store';
type Mark = {
  readonly format: string;
  readonly version: number;
  /** Programs that know it use the store, though they do not know its version. */
  readonly least?: number;
};

/**
 * Version of the schema as far as this program knows it; 0 if it is missing or empty. Throws `StoreError` for a schema
 * of another program, and for one that this program must not use.
 */
export function* readVersion(name: string): Steps<number> {
  const tables = yield {
    text: `SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname = 'cyclectl' AND relkind IN ('r', 'p', 'v', 'm', 'f')`,
    values: [],
  };
  if (tables.length === 0) return 0;
  if (!tables.some((table) => table.relname === 'about')) throw makeOtherProgramError(name);
  const columns = yield {
    text: `SELECT count(*) AS known FROM pg_attribute WHERE attrelid = 'cyclectl.about'::regclass
      AND attname IN ('scope', 'name', 'record')`,
    values: [],
  };
  if (Number(columns[0]?.known) !== 3) throw makeOtherProgramError(name);
  const [row] = yield {
    text: "SELECT record FROM cyclectl.about WHERE scope = '' AND name = 'version'",
    values: [],
  };
  const mark = row === undefined ? null : readRecord<Mark>(row.record, 'the version');
  if (mark?.format !== format || !Number.isInteger(mark.version)) throw makeOtherProgramError(name);
  const { version, least = version } = mark;
  if (least > storeSchema) throw makeNewerError(name, version);
  return Math.min(version, storeSchema);
}

/** Creates or migrates the schema, in one transaction. */
export function* updateSchema(name: string, by: Migrating): Steps<void> {
  // Serialise creation: a second process waits, then finds the schema.
  yield { text: "SELECT pg_advisory_xact_lock(hashtext('cyclectl'))", values: [] };
  const version = yield* readVersion(name);
  if (version === storeSchema) return;
  if (by === 'command') yield* checkUnwatched(name, version);
  const [schema] = yield {
    text: "SELECT count(*) AS found FROM pg_namespace WHERE nspname = 'cyclectl'",
    values: [],
  };
  // Check first, because CREATE needs the privilege even if the schema exists.
  if (Number(schema?.found) === 0) yield { text: 'CREATE SCHEMA cyclectl', values: [] };
  for (const migration of postgresMigrations.slice(version)) {
    for (const text of migration.split(/;\n/)) {
      if (text.trim() !== '') yield { text, values: [] };
    }
  }
  yield {
    text: `INSERT INTO cyclectl.about (scope, name, record) VALUES ('', 'version', $1)
      ON CONFLICT (scope, name) DO UPDATE SET record = excluded.record`,
    values: [JSON.stringify(currentMark)],
  };
}

const currentMark: Mark = { format, version: storeSchema, least: leastVersion };

/** A replica is heard every few seconds. */
const watchedMs = 300_000;

// Replicas are replaced by those of the newer version, which migrate; until then they go on.
function* checkUnwatched(name: string, version: number): Steps<void> {
  const [table] = yield {
    text: `SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname = 'cyclectl_controller' AND relname = 'partitions'`,
    values: [],
  };
  if (table === undefined) return;
  const [row] = yield {
    text: `SELECT count(*) AS watched FROM cyclectl_controller.partitions
      WHERE heard > (extract(epoch FROM clock_timestamp()) * 1000)::bigint - ${watchedMs}`,
    values: [],
  };
  if (Number(row?.watched) === 0) return;
  throw new StoreError(
    `cannot use the store ${name}: its version is ${version}, this cyclectl needs ${storeSchema}, and a controller works with it`,
    {
      remedy: 'Update the controller first: it migrates the store, and its earlier replicas go on.',
    },
  );
}

function makeOtherProgramError(name: string): StoreError {
  return new StoreError(
    `cannot use the store ${name}: its schema cyclectl belongs to another program`,
    { remedy: 'Name another database; cyclectl does not change this one.' },
  );
}

function makeNewerError(name: string, version: number): StoreError {
  return new StoreError(
    `cannot use the store ${name}: a newer cyclectl wrote it (its version is ${version}; this cyclectl reads up to ${storeSchema})`,
    { remedy: 'Use the newer cyclectl; this one does not change the store.' },
  );
}

import { closeIfFailing } from '../../kit/tasks/run-in-order.ts';
import type { StoreReader, StoreWriter } from '../../model/ports.ts';
import type { DriftLog, DriftLogReader, DriftLogUnavailable } from '../../model/state/drift-log.ts';
import type { Leases } from '../../model/state/shared/lease.ts';
import {
  type Closable,
  type ImportTarget,
  makeEmptyReader,
  makeLeases,
  makeNotes,
  makeReader,
  makeStore,
} from '../make-store.ts';
import { readRecord } from '../rows.ts';
import type { Dialect, Steps } from '../steps/steps.ts';
import { StoreError } from '../store-error.ts';
import { postgresMigrations } from './postgres-migrations.ts';
import { openPostgresSession } from './postgres-session.ts';
import type { PostgresTarget } from './postgres-target.ts';

/**
 * Opens the shared state for apply; creates the schema `cyclectl` if missing. Each change is one
 * durable transaction. Rejects with `StoreError`; never changes a damaged or newer schema, or one
 * of another program.
 */
export async function openPostgresStore(
  location: PostgresTarget,
): Promise<StoreWriter & ImportTarget & Closable> {
  const session = await openPostgresSession(location, { readOnly: false });
  await closeIfFailing(session, async () => {
    const version = await session.read(() => readVersion(session.name));
    if (version < postgresMigrations.length) await session.write(() => migrate(session.name));
  });
  return { ...makeStore(makeDialect(location.scope), session), close: session.close };
}

/**
 * Opens the shared state read-only, for plan and drift: the server refuses writes. A missing schema
 * counts as empty. Rejects with `StoreError`.
 */
export async function openPostgresStoreReader(
  location: PostgresTarget,
): Promise<StoreReader & DriftLogReader & Closable> {
  const session = await openPostgresSession(location, { readOnly: true });
  const version = await closeIfFailing(session, () =>
    session.read(() => readVersion(session.name)),
  );
  if (version > 0) {
    const reader = makeReader(makeDialect(location.scope), session);
    return { ...reader, ...makeMissing(version), close: session.close };
  }
  await session.close();
  return { ...makeEmptyReader(), close: async () => undefined };
}

/**
 * Opens the log for drift. Neither creates nor migrates the schema. Rejects with `StoreError`;
 * missing privileges show at the first write.
 */
export async function openPostgresNotes(
  location: PostgresTarget,
): Promise<(DriftLog & Closable) | DriftLogUnavailable> {
  const session = await openPostgresSession(location, { readOnly: false });
  const version = await closeIfFailing(session, () =>
    session.read(() => readVersion(session.name)),
  );
  if (version >= withNotes) {
    return { ...makeNotes(makeDialect(location.scope), session), close: session.close };
  }
  await session.close();
  return version === 0 ? 'no-store' : 'earlier-store';
}

/** Opens the leases of the rate of requests; null if the schema has none yet. Rejects with `StoreError`. */
export async function openPostgresLeases(
  location: PostgresTarget,
): Promise<(Leases & Closable) | null> {
  const session = await openPostgresSession(location, { readOnly: false });
  const version = await closeIfFailing(session, () =>
    session.read(() => readVersion(session.name)),
  );
  if (version >= withLeases) {
    return { ...makeLeases(makeDialect(location.scope), session), close: session.close };
  }
  await session.close();
  return null;
}

/** The version to which a store is migrated that is opened. */
export const storeSchema = postgresMigrations.length;

/** First version with the tables of the drift log, with those of revisions, and with that of leases. */
const withNotes = 2;
const withRevisions = 3;
const withLeases = 4;

/** The reads of tables that a schema of an earlier version lacks. */
function makeMissing(version: number): Partial<StoreReader & DriftLogReader> {
  const { listDriftRuns, ...empty } = makeEmptyReader();
  const { readAdmissions, listRevisions, readRevision, listRollouts, listRolloutAccounts } = empty;
  const ofRevisions = {
    readAdmissions,
    listRevisions,
    readRevision,
    listRollouts,
    listRolloutAccounts,
  };
  return {
    ...(version < withNotes ? { listDriftRuns } : {}),
    ...(version < withRevisions ? ofRevisions : {}),
  };
}

function makeDialect(scope: string): Dialect {
  const value = `'${scope.replaceAll("'", "''")}'`;
  return {
    schema: 'cyclectl.',
    scopeColumn: 'scope, ',
    scopeValue: `${value}, `,
    isScoped: `scope = ${value} AND `,
    // The clock of the server, which all lock holders share.
    nowMs: '(extract(epoch FROM clock_timestamp()) * 1000)::bigint',
    forUpdate: ' FOR UPDATE',
    lockTables: true,
    owners: `SELECT account FROM cyclectl.objects WHERE scope = ${value} AND owner = $1`,
    hasOwnerColumn: true,
  };
}

/** Distinguishes our schema from another one of this name. */
const format = 'cyclectl-store';
type Mark = { readonly format: string; readonly version: number };

/** Version of our schema; 0 if it is missing or empty. Throws for a schema of another program. */
function* readVersion(name: string): Steps<number> {
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
  if (mark.version > postgresMigrations.length) throw makeNewerError(name, mark.version);
  return mark.version;
}

function* migrate(name: string): Steps<void> {
  // Serialise creation: a second process waits, then finds the schema.
  yield { text: "SELECT pg_advisory_xact_lock(hashtext('cyclectl'))", values: [] };
  const version = yield* readVersion(name);
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
    values: [JSON.stringify({ format, version: postgresMigrations.length })],
  };
}

function makeOtherProgramError(name: string): StoreError {
  return new StoreError(
    `cannot use the store ${name}: its schema cyclectl belongs to another program`,
    { remedy: 'Name another database; cyclectl does not change this one.' },
  );
}

function makeNewerError(name: string, version: number): StoreError {
  return new StoreError(
    `cannot use the store ${name}: a newer cyclectl wrote it (its version is ${version}; this cyclectl reads up to ${postgresMigrations.length})`,
    { remedy: 'Use the newer cyclectl; this one does not change the store.' },
  );
}

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
import type { Dialect } from '../steps/steps.ts';
import { type Migrating, readVersion, storeSchema, updateSchema } from './postgres-schema.ts';
import { openPostgresSession, type PostgresSession } from './postgres-session.ts';
import type { PostgresTarget } from './postgres-target.ts';

/**
 * Opens the shared state for apply; creates the schema `cyclectl` if missing. Each change is one durable
 * transaction. Rejects with `StoreError`, also for an earlier schema while a controller works with it.
 */
export async function openPostgresStore(
  location: PostgresTarget,
): Promise<StoreWriter & ImportTarget & Closable> {
  const session = await openMigrated(location, 'command');
  return { ...makeStore(makeDialect(location.scope), session), close: session.close };
}

/** Creates or migrates the schema of the shared state, as a controller does. Rejects with `StoreError`. */
export async function updatePostgresStore(location: PostgresTarget): Promise<void> {
  const session = await openMigrated(location, 'controller');
  await session.close();
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

async function openMigrated(location: PostgresTarget, by: Migrating): Promise<PostgresSession> {
  const session = await openPostgresSession(location, { readOnly: false });
  await closeIfFailing(session, async () => {
    const version = await session.read(() => readVersion(session.name));
    if (version < storeSchema) await session.write(() => updateSchema(session.name, by));
  });
  return session;
}

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

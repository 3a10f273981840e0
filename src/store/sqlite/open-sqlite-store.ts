import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { StoreReader, StoreWriter } from '../../model/ports.ts';
import type { DriftLog, DriftLogReader, DriftLogUnavailable } from '../../model/state/drift-log.ts';
import {
  type Closable,
  type ImportTarget,
  makeEmptyReader,
  makeNotes,
  makeReader,
  makeStore,
} from '../make-store.ts';
import { CellError } from '../rows.ts';
import type { Dialect, Session, Steps } from '../steps/steps.ts';
import { makeDamageError, toStoreError } from '../store-error.ts';
import {
  openDatabase,
  openDatabaseForNotes,
  openDatabaseForReading,
  runTransaction,
  type StoreFile,
} from './open-database.ts';

export type SqliteTarget = StoreFile & {
  /** Clock of heartbeats, in milliseconds; by default the machine's. */
  readonly now?: () => number;
};

/**
 * Opens the state for apply; creates folder (0700) and file (0600) if missing. Each change is one
 * durable transaction; deletes go before inserts. Throws `StoreError`; never changes a damaged,
 * unmanaged or newer file.
 */
export function openSqliteStore(location: SqliteTarget): StoreWriter & ImportTarget & Closable {
  const database = openDatabase(location);
  const session = openSession(database, location);
  return { ...makeStore(dialect, session), close: async () => database.close() };
}

/**
 * Opens the state read-only, for plan and drift. A missing file is not created and counts as empty.
 * Throws and rejects with `StoreError`.
 */
export function openSqliteStoreReader(
  location: SqliteTarget,
): StoreReader & DriftLogReader & Closable {
  const database = openDatabaseForReading(location);
  if (database === null) return { ...makeEmptyReader(), close: async () => undefined };
  const session = openSession(database, location);
  return { ...makeReader(dialect, session), close: async () => database.close() };
}

/**
 * Opens the log for drift. Neither creates nor migrates the file. Throws and rejects with
 * `StoreError`.
 */
export function openSqliteNotes(
  location: SqliteTarget,
): (DriftLog & Closable) | DriftLogUnavailable {
  const database = openDatabaseForNotes(location);
  if (typeof database === 'string') return database;
  const session = openSession(database, location);
  return { ...makeNotes(dialect, session), close: async () => database.close() };
}

const dialect: Dialect = {
  schema: '',
  scopeColumn: '',
  scopeValue: '',
  isScoped: '',
  nowMs: 'now_ms()',
  forUpdate: '',
  lockTables: false,
  owners:
    "SELECT account FROM objects WHERE instr(address, '/') = 0 AND json_extract(record, '$.remoteId') = $1",
  hasOwnerColumn: false,
};

/** Limit of cached statements, whose texts differ by the number of rows. */
const maxPrepared = 200;

function openSession(database: DatabaseSync, { file, now = Date.now }: SqliteTarget): Session {
  const prepared = new Map<string, StatementSync>();
  database.function('now_ms', now);

  function prepare(text: string): StatementSync {
    const known = prepared.get(text);
    if (known !== undefined) return known;
    if (prepared.size >= maxPrepared) prepared.clear();
    const statement = database.prepare(text);
    prepared.set(text, statement);
    return statement;
  }

  function run<T>(steps: Steps<T>): T {
    let step = steps.next([]);
    while (!step.done) {
      const named = step.value.values.map((value, index) => [`$${index + 1}`, value] as const);
      step = steps.next(prepare(step.value.text).all(Object.fromEntries(named)));
    }
    return step.value;
  }

  return {
    read: async (steps) => guard(file, () => runTransaction(database, 'BEGIN', () => run(steps()))),
    write: async (steps) =>
      guard(file, () => runTransaction(database, 'BEGIN IMMEDIATE', () => run(steps()))),
  };
}

function guard<T>(file: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof CellError) throw makeDamageError(file, error.message, error);
    throw toStoreError(file, error);
  }
}

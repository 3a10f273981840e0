import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { loadSqlite } from '../../kit/load-sqlite.ts';
import type { DriftLogUnavailable } from '../../model/state/drift-log.ts';
import { migrations } from '../migrations.ts';
import {
  makeDamageError,
  makeNotStoreError,
  makeOtherProgramError,
  StoreError,
  toStoreError,
} from '../store-error.ts';

export type StoreFile = {
  /** Path of the file; `:memory:` stores nothing. */
  readonly file: string;
  /** Wait for the write of another process; by default ten seconds. */
  readonly busyTimeoutMs?: number;
};

/** `cycl`: marks our files. */
const applicationId = 0x6379636c;
const defaultBusyTimeoutMs = 10_000;
/** Mode of a new file, which its side files inherit. */
const privateMode = 0o600;

/** Opens the file for writing; creates and migrates it as needed. */
export function openDatabase({ file, busyTimeoutMs }: StoreFile): DatabaseSync {
  const timeoutMs = busyTimeoutMs ?? defaultBusyTimeoutMs;
  return guard(file, () => {
    if (file !== ':memory:') {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      if (isMissing(file)) closeSync(openSync(file, 'a', privateMode));
    }
    return openChecked(file, timeoutMs, (database) => {
      if (readVersionOnce(database, file) === 0) enableWal(database, timeoutMs);
      // Durable before the next request is sent, even on a power failure.
      database.exec('PRAGMA synchronous = FULL');
      migrate(database, file);
    });
  });
}

/**
 * Opens the file for reading; null if it is missing or empty. Creates nothing. Uses `query_only`
 * because SQLite in read-only mode leaves its two side files behind.
 */
export function openDatabaseForReading({ file, busyTimeoutMs }: StoreFile): DatabaseSync | null {
  const timeoutMs = busyTimeoutMs ?? defaultBusyTimeoutMs;
  return guard(file, () => {
    if (isMissing(file)) return null;
    let version = 0;
    const database = openChecked(file, timeoutMs, (opened) => {
      version = readVersionOnce(opened, file);
      if (version > 0) createTemporaryTables(opened, version);
      opened.exec('PRAGMA query_only = ON');
    });
    if (version > 0) return database;
    database.close();
    return null;
  });
}

/** First version with the tables of the drift log. */
const withNotes = 3;

/**
 * Opens the file for the drift log if it has its tables; else says why not. Does not
 * migrate it, because that would lock out earlier versions.
 */
export function openDatabaseForNotes({
  file,
  busyTimeoutMs,
}: StoreFile): DatabaseSync | DriftLogUnavailable {
  const timeoutMs = busyTimeoutMs ?? defaultBusyTimeoutMs;
  return guard(file, () => {
    if (isMissing(file)) return 'no-store';
    let version = 0;
    const database = openChecked(file, timeoutMs, (opened) => {
      version = readVersionOnce(opened, file);
      // A loss on power failure is acceptable, because the next run records it again.
      opened.exec('PRAGMA synchronous = NORMAL');
    });
    if (version >= withNotes) return database;
    database.close();
    return version === 0 ? 'no-store' : 'earlier-store';
  });
}

/**
 * Creates temporary empty tables for those that only later versions have, so that a reader needs no
 * migration.
 */
function createTemporaryTables(database: DatabaseSync, version: number): void {
  database.exec('PRAGMA temp_store = MEMORY');
  for (const migration of migrations.slice(version)) {
    database.exec(migration.replaceAll('CREATE TABLE', 'CREATE TEMP TABLE'));
  }
}

/** Runs in a transaction, with a rollback if it throws. */
export function runTransaction<T>(
  database: DatabaseSync,
  begin: 'BEGIN' | 'BEGIN IMMEDIATE',
  run: () => T,
): T {
  database.exec(begin);
  try {
    const result = run();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function openChecked(
  file: string,
  timeoutMs: number,
  check: (database: DatabaseSync) => void,
): DatabaseSync {
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(file, { timeout: timeoutMs });
  try {
    check(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Returns whether the file is missing; other errors throw. Never opens one that exists: closing it would
 * release the locks that SQLite holds for this process, and others would delete what it writes.
 */
function isMissing(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats?.isFile() === false) throw makeOtherProgramError(file, 'it is not a file');
  // SQLite takes one byte for an empty file, and would overwrite it.
  if (stats?.size === 1) throw makeNotStoreError(file);
  return stats === undefined;
}

/** Reads the version in a transaction, because another process may be writing the first one. */
function readVersionOnce(database: DatabaseSync, file: string): number {
  return runTransaction(database, 'BEGIN', () => readVersion(database, file));
}

/** Version of our file, 0 for an empty one. Throws for the file of another program. */
function readVersion(database: DatabaseSync, file: string): number {
  const id = readNumber(database, 'PRAGMA application_id');
  const version = readNumber(database, 'PRAGMA user_version');
  const tables = readNumber(database, 'SELECT count(*) FROM sqlite_schema');
  const isEmpty = id === 0 && version === 0 && tables === 0;
  if (isEmpty) return 0;
  if (id !== applicationId) throw makeOtherProgramError(file, 'it belongs to another program');
  if (version > migrations.length)
    throw new StoreError(
      `cannot use the store ${file}: a newer cyclectl wrote it (its version is ${version}; this cyclectl reads up to ${migrations.length})`,
      { remedy: 'Use the newer cyclectl; this one does not change the file.' },
    );
  if (version < 1 || tables === 0) throw makeDamageError(file, 'its version and tables disagree');
  return version;
}

/**
 * Retries, because SQLite answers `busy` at once while another process switches the journal of a
 * new file.
 */
function enableWal(database: DatabaseSync, timeoutMs: number): void {
  const pauseMs = 10;
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    try {
      database.exec('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isBusy(error) || waitedMs >= timeoutMs) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
}

function migrate(database: DatabaseSync, file: string): void {
  if (readVersionOnce(database, file) === migrations.length) return;
  runTransaction(database, 'BEGIN IMMEDIATE', () => {
    // Read it again: another process may have migrated before this one got the lock.
    for (const migration of migrations.slice(readVersion(database, file))) database.exec(migration);
    database.exec(`PRAGMA application_id = ${applicationId}`);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5;
}

function readNumber(database: DatabaseSync, query: string): number {
  return Number(Object.values(database.prepare(query).get() ?? {})[0]);
}

function guard<T>(file: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw toStoreError(file, error);
  }
}

import { closeSync, mkdirSync, openSync, readSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { checkNotNamedPipe } from '../../kit/files/read-text.ts';
import { loadSqlite } from '../../kit/load-sqlite.ts';
import type { DriftLogUnavailable } from '../../model/memory/drift-log.ts';
import { migrations } from '../migrations.ts';
import { makeDamageError, makeForeignError, StoreError, toStoreError } from '../store-error.ts';

export type StoreFile = {
  /** The path of the file; `:memory:` keeps nothing. */
  readonly file: string;
  /** How long a write of another process is waited for; by default ten seconds. */
  readonly busyTimeoutMs?: number;
};

/** `cycl`: tells our files from those of other programs. */
const applicationId = 0x6379636c;
const defaultBusyTimeoutMs = 10_000;

/** Opens the file for writing, makes it where it is missing, and brings it up to this version. */
export function openDatabase({ file, busyTimeoutMs }: StoreFile): DatabaseSync {
  const timeoutMs = busyTimeoutMs ?? defaultBusyTimeoutMs;
  return guard(file, () => {
    if (file !== ':memory:') {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      checkFileHeader(file, 'a+');
    }
    return openChecked(file, timeoutMs, (database) => {
      if (readVersionOnce(database, file) === 0) enableWal(database, timeoutMs);
      // Durable before the next request leaves, also when the power fails.
      database.exec('PRAGMA synchronous = FULL');
      migrate(database, file);
    });
  });
}

/**
 * Opens the file for reading alone; null where there is none, or one in which nothing was kept yet.
 * Nothing is made. It is not opened as read-only, because then SQLite leaves its two side files
 * behind; `query_only` keeps it from writing.
 */
export function openDatabaseForReading({ file, busyTimeoutMs }: StoreFile): DatabaseSync | null {
  const timeoutMs = busyTimeoutMs ?? defaultBusyTimeoutMs;
  return guard(file, () => {
    // Only a file that is not there counts as none: one that cannot be looked at throws.
    if (statSync(file, { throwIfNoEntry: false }) === undefined) return null;
    checkFileHeader(file, 'r');
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

/**
 * Opens the file for what drift notes, where it is there already and of this version; else says what is in the way.
 * Drift does not bring it up, because that would lock earlier versions out.
 */
export function openDatabaseForNotes({
  file,
  busyTimeoutMs,
}: StoreFile): DatabaseSync | DriftLogUnavailable {
  const timeoutMs = busyTimeoutMs ?? defaultBusyTimeoutMs;
  return guard(file, () => {
    if (statSync(file, { throwIfNoEntry: false }) === undefined) return 'no-store';
    checkFileHeader(file, 'r');
    let version = 0;
    const database = openChecked(file, timeoutMs, (opened) => {
      version = readVersionOnce(opened, file);
      // What the power takes of it is noted anew by the next run.
      opened.exec('PRAGMA synchronous = NORMAL');
    });
    if (version === migrations.length) return database;
    database.close();
    return version === 0 ? 'no-store' : 'earlier-store';
  });
}

/**
 * Puts empty tables of this connection alone where those stand that later versions of the file have. Who migrates
 * the file meanwhile is not seen: what a plan reads of such tables was nothing when it began.
 */
function createTemporaryTables(database: DatabaseSync, version: number): void {
  database.exec('PRAGMA temp_store = MEMORY');
  for (const migration of migrations.slice(version)) {
    database.exec(migration.replaceAll('CREATE TABLE', 'CREATE TEMP TABLE'));
  }
}

/** Runs it within a transaction that is undone when it throws. */
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
 * Refuses what does not begin as a database does: SQLite takes a file shorter than its header for an
 * empty one and would write over it. `a+` makes the file where there is none, with a mode that
 * SQLite would not choose; its side files take the mode of the file.
 */
function checkFileHeader(file: string, flags: 'r' | 'a+'): void {
  checkNotNamedPipe(file);
  const magic = Buffer.from('SQLite format 3\0');
  const start = Buffer.alloc(magic.length);
  const descriptor = openSync(file, flags, 0o600);
  try {
    const length = readSync(descriptor, start, 0, start.length, 0);
    if (length === 0 || start.equals(magic)) return;
  } finally {
    closeSync(descriptor);
  }
  throw makeForeignError(file, 'it is not a store of cyclectl');
}

/** The version, read at one moment: another process may be about to write the first one. */
function readVersionOnce(database: DatabaseSync, file: string): number {
  return runTransaction(database, 'BEGIN', () => readVersion(database, file));
}

/** The version of our file, 0 for an empty one. Throws for the file of anybody else. */
function readVersion(database: DatabaseSync, file: string): number {
  const id = readNumber(database, 'PRAGMA application_id');
  const version = readNumber(database, 'PRAGMA user_version');
  const tables = readNumber(database, 'SELECT count(*) FROM sqlite_schema');
  const isEmpty = id === 0 && version === 0 && tables === 0;
  if (isEmpty) return 0;
  if (id !== applicationId) throw makeForeignError(file, 'it is the database of another program');
  if (version > migrations.length)
    throw new StoreError(
      `cannot use the store ${file}: a newer cyclectl wrote it (its version is ${version}, this one knows ${migrations.length})`,
      { remedy: 'Use the newer cyclectl; the file is left as it is.' },
    );
  if (version < 1 || tables === 0) throw makeDamageError(file, 'its version and tables disagree');
  return version;
}

/**
 * Two processes that make the same file at once: while one switches the journal, SQLite answers the
 * other `busy` at once, because waiting for each other could last forever. So it is asked again.
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
    // Read again: another process may have done it before this one got the lock.
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

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { loadSqlite } from '../../kit/load-sqlite.ts';
import { KeptRows, type ListedRow, type Row, readValue, toRowKey } from './kept-rows.ts';
import { StaleReads, type TouchedRow } from './stale-reads.ts';
import { StoreFormatError, storeFormat, toStateError } from './to-state-error.ts';

// State is rows of one table: kind, id, owner of the list, JSON body. Each request is one
// transaction, so a kill leaves the state before or after it. Changed rows are recorded for `lag`.

/** Typed view of the rows of one kind. */
export interface Table<T> {
  readonly kind: string;
  read(id: string): T | undefined;
  /** All rows of an owner, in any order. */
  list(owner: string): readonly { readonly id: string; readonly value: T }[];
  write(id: string, owner: string, value: T): void;
  remove(id: string): void;
}

/** Owner of rows that belong to no account. */
export const partner = '';

/**
 * The service closed or restarted, so that work for the old state must not write. The caller that
 * started the work ignores it.
 */
export class StoreEndedError extends Error {
  override readonly name = 'StoreEnded';
}

/**
 * Opens a file, or `:memory:`, and locks it for this process until `close`. Throws
 * StoreFormatError.
 */
export function openStore(path: string): Store {
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(path);
  try {
    database.exec(`
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      BEGIN IMMEDIATE;
    `);
    checkFormat(database);
    database.exec(`
      CREATE TABLE IF NOT EXISTS rows (
        kind TEXT NOT NULL, id TEXT NOT NULL, owner TEXT NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (owner, kind, id)
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX IF NOT EXISTS rows_by_id ON rows (kind, id);
      CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
      PRAGMA user_version = ${storeFormat};
      COMMIT;
    `);
  } catch (error) {
    database.close();
    throw error;
  }
  return new Store(database, path);
}

/** A file without tables counts as new, in any format. */
function checkFormat(database: DatabaseSync): void {
  const isNew = database.prepare('SELECT name FROM sqlite_schema').get() === undefined;
  const found = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (!isNew && found !== storeFormat) {
    throw new StoreFormatError(found);
  }
}

export class Store {
  readonly #database: DatabaseSync;
  /** Its file, for messages. */
  readonly #path: string;
  readonly #statements = new Map<string, StatementSync>();
  readonly #staleReads = new StaleReads();
  readonly #touched = new Map<string, TouchedRow>();
  readonly #counted = new Map<string, number>();
  readonly #kept = new KeptRows();
  /** True in a transaction that has written nothing yet, and which SQLite knows nothing of. */
  #isUnwritten = false;
  #hasEnded = false;

  /** Takes a database with tables; see `openStore`. */
  constructor(database: DatabaseSync, path: string) {
    this.#database = database;
    this.#path = path;
  }

  get isOpen(): boolean {
    return this.#database.isOpen;
  }

  /** Makes every later use throw StoreEndedError; the database stays open. */
  end(): void {
    this.#hasEnded = true;
  }

  /** Closes it, also for renewed stores. A second call does nothing. */
  close(): void {
    this.end();
    if (this.isOpen) {
      this.#database.close();
    }
  }

  /** Deletes all rows and notes, ends this store and returns its successor. */
  renew(): Store {
    this.#database.exec('BEGIN; DELETE FROM rows; DELETE FROM notes; COMMIT;');
    this.end();
    return new Store(this.#database, this.#path);
  }

  table<T>(kind: string): Table<T> {
    return {
      kind,
      read: (id) => {
        const row = this.#staleReads.find(kind, id)?.before ?? this.#readRow(kind, id);
        return row === undefined ? undefined : (readValue(row) as T);
      },
      list: (owner) =>
        this.#listRows(kind, owner).map(({ id, row }) => ({ id, value: readValue(row) as T })),
      write: (id, owner, value) => this.#writeRow({ kind, id, owner, body: JSON.stringify(value) }),
      remove: (id) => {
        this.#note(kind, id);
        const before = this.#readRow(kind, id);
        this.#change('DELETE FROM rows WHERE kind = ? AND id = ?').run(kind, id);
        this.#kept.remove(kind, id, [before?.owner]);
      },
    };
  }

  /** Runs one list request, which sees stale rows. */
  withStaleReads<R>(work: () => R): R {
    return this.#staleReads.during(work);
  }

  /** Keeps these rows stale for so many list requests. */
  hideFromLists(touched: readonly TouchedRow[], requests: number): void {
    this.#staleReads.add(touched, requests);
  }

  /** Deletes all rows of an owner. */
  removeOwned(owner: string): void {
    for (const row of this.#statement('SELECT kind, id FROM rows WHERE owner = ?').all(owner)) {
      this.#note(String(row.kind), String(row.id));
    }
    this.#change('DELETE FROM rows WHERE owner = ?').run(owner);
    this.#kept.clear();
  }

  readNote(name: string): string | undefined {
    const row = this.#statement('SELECT value FROM notes WHERE name = ?').get(name);
    return row === undefined ? undefined : String(row.value);
  }

  writeNote(name: string, value: string): void {
    this.#change(
      'INSERT INTO notes (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    ).run(name, value);
  }

  /** Takes the next `amount` numbers of a counter, from 1; returns the first. */
  countUp(name: string, amount = 1): number {
    const last = Number(this.readNote(`counter ${name}`) ?? 0);
    this.writeNote(`counter ${name}`, String(last + amount));
    this.#counted.set(name, last + amount);
    return last + 1;
  }

  /**
   * Runs `work` in a transaction, kept or rolled back by its answer or an error. `touched` are the
   * kept rows. Never reuses numbers that a client may know. Throws `OperationalError` on a full
   * disk.
   */
  transact<R extends { readonly keep: boolean }>(
    work: () => R,
  ): { readonly result: R; readonly touched: readonly TouchedRow[] } {
    this.#checkNotEnded();
    this.#touched.clear();
    this.#counted.clear();
    this.#isUnwritten = true;
    let result: R;
    try {
      result = work();
      this.#finish(result.keep ? 'COMMIT' : 'ROLLBACK');
    } catch (error) {
      this.#finish('ROLLBACK');
      throw toStateError(this.#path, error);
    }
    if (!result.keep) {
      for (const [name, last] of this.#counted) this.writeNote(`counter ${name}`, String(last));
    }
    return { result, touched: result.keep ? [...this.#touched.values()] : [] };
  }

  #finish(word: 'COMMIT' | 'ROLLBACK'): void {
    const hasWritten = !this.#isUnwritten;
    this.#isUnwritten = false;
    if (!hasWritten) return;
    if (word === 'ROLLBACK') this.#kept.clear();
    // SQLite itself rolls back after some errors, such as a full disk.
    if (word === 'COMMIT' || this.#database.isTransaction) this.#database.exec(word);
  }

  #writeRow(row: { kind: string; id: string; owner: string; body: string }): void {
    const { kind, id, owner, body } = row;
    this.#note(kind, id);
    const before = this.#readRow(kind, id);
    this.#change(
      'INSERT INTO rows (kind, id, owner, body) VALUES (?, ?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET owner = excluded.owner, body = excluded.body',
    ).run(kind, id, owner, body);
    this.#kept.remove(kind, id, [before?.owner, owner]);
    this.#kept.add(kind, id, { owner, body });
  }

  #listRows(kind: string, owner: string): readonly ListedRow[] {
    const rows = this.#listStored(kind, owner);
    const hidden = this.#staleReads.listHidden(kind, owner);
    return [
      ...rows.filter(({ id }) => this.#staleReads.find(kind, id) === undefined),
      ...hidden.flatMap(({ id, before }) => (before === undefined ? [] : [{ id, row: before }])),
    ];
  }

  #listStored(kind: string, owner: string): readonly ListedRow[] {
    this.#checkNotEnded();
    const known = this.#kept.findList(kind, owner);
    if (known !== undefined) return known;
    const rows = this.#statement('SELECT id, body FROM rows WHERE owner = ? AND kind = ?')
      .all(owner, kind)
      .map((row) => {
        const [id, body] = [String(row.id), String(row.body)];
        return { id, row: this.#kept.find(kind, id) ?? { owner, body } };
      });
    this.#kept.addList(kind, owner, rows);
    return rows;
  }

  #readRow(kind: string, id: string): Row | undefined {
    this.#checkNotEnded();
    const known = this.#kept.find(kind, id);
    if (known !== undefined) return known;
    const row = this.#statement('SELECT owner, body FROM rows WHERE kind = ? AND id = ?').get(
      kind,
      id,
    );
    return row === undefined
      ? undefined
      : this.#kept.add(kind, id, { owner: String(row.owner), body: String(row.body) });
  }

  #note(kind: string, id: string): void {
    const key = toRowKey(kind, id);
    if (!this.#touched.has(key)) {
      this.#touched.set(key, { kind, id, before: this.#readRow(kind, id) });
    }
  }

  #checkNotEnded(): void {
    if (this.#hasEnded || !this.isOpen) {
      throw new StoreEndedError('The service closed or started again.');
    }
  }

  /** A statement that writes; the first one of a transaction begins it. */
  #change(sql: string): StatementSync {
    const statement = this.#statement(sql);
    if (this.#isUnwritten) this.#database.exec('BEGIN');
    this.#isUnwritten = false;
    return statement;
  }

  #statement(sql: string): StatementSync {
    this.#checkNotEnded();
    const known = this.#statements.get(sql);
    if (known !== undefined) {
      return known;
    }
    const made = this.#database.prepare(sql);
    this.#statements.set(sql, made);
    return made;
  }
}

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { loadSqlite } from '../../kit/load-sqlite.ts';
import { StaleReads, type TouchedRow } from './stale-reads.ts';

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
 * Format of the rows. Raise it with every change of a stored row, except an optional new member
 * that its reader handles. Files of other formats are not read.
 */
export const storeFormat = 1;

/** A file of another format than `storeFormat`. */
export class StoreFormatError extends Error {
  override readonly name = 'StoreFormatError';
  readonly found: number;

  constructor(found: number) {
    super(`The state has format ${found}, and this version reads format ${storeFormat}.`);
    this.found = found;
  }
}

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
  return new Store(database);
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
  readonly #statements = new Map<string, StatementSync>();
  readonly #staleReads = new StaleReads();
  readonly #touched = new Map<string, TouchedRow>();
  readonly #counted = new Map<string, number>();
  #hasEnded = false;

  /** Takes a database with tables; see `openStore`. */
  constructor(database: DatabaseSync) {
    this.#database = database;
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
    return new Store(this.#database);
  }

  table<T>(kind: string): Table<T> {
    return {
      kind,
      read: (id) => {
        const body = this.#staleReads.find(kind, id)?.before?.body ?? this.#readRow(kind, id)?.body;
        return body === undefined ? undefined : (JSON.parse(body) as T);
      },
      list: (owner) =>
        this.#listBodies(kind, owner).map(({ id, body }) => ({ id, value: JSON.parse(body) as T })),
      write: (id, owner, value) => this.#writeRow({ kind, id, owner, body: JSON.stringify(value) }),
      remove: (id) => {
        this.#note(kind, id);
        this.#statement('DELETE FROM rows WHERE kind = ? AND id = ?').run(kind, id);
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
    this.#statement('DELETE FROM rows WHERE owner = ?').run(owner);
  }

  readNote(name: string): string | undefined {
    const row = this.#statement('SELECT value FROM notes WHERE name = ?').get(name);
    return row === undefined ? undefined : String(row.value);
  }

  writeNote(name: string, value: string): void {
    this.#statement(
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
   * kept rows. Numbers of a rollback are not reused, because a client may know them.
   */
  transact<R extends { readonly keep: boolean }>(
    work: () => R,
  ): { readonly result: R; readonly touched: readonly TouchedRow[] } {
    this.#checkNotEnded();
    this.#touched.clear();
    this.#counted.clear();
    this.#database.exec('BEGIN');
    let result: R;
    try {
      result = work();
    } catch (error) {
      this.#database.exec('ROLLBACK');
      throw error;
    }
    this.#database.exec(result.keep ? 'COMMIT' : 'ROLLBACK');
    if (!result.keep) {
      for (const [name, last] of this.#counted) this.writeNote(`counter ${name}`, String(last));
    }
    return { result, touched: result.keep ? [...this.#touched.values()] : [] };
  }

  #writeRow(row: { kind: string; id: string; owner: string; body: string }): void {
    this.#note(row.kind, row.id);
    this.#statement(
      'INSERT INTO rows (kind, id, owner, body) VALUES (?, ?, ?, ?) ON CONFLICT (kind, id) DO UPDATE SET owner = excluded.owner, body = excluded.body',
    ).run(row.kind, row.id, row.owner, row.body);
  }

  #listBodies(kind: string, owner: string): readonly { id: string; body: string }[] {
    const rows = this.#statement('SELECT id, body FROM rows WHERE owner = ? AND kind = ?')
      .all(owner, kind)
      .map((row) => ({ id: String(row.id), body: String(row.body) }))
      .filter(({ id }) => this.#staleReads.find(kind, id) === undefined);
    const hidden = this.#staleReads.listHidden(kind, owner);
    return [
      ...rows,
      ...hidden.flatMap(({ id, before }) =>
        before === undefined ? [] : [{ id, body: before.body }],
      ),
    ];
  }

  #readRow(kind: string, id: string): { owner: string; body: string } | undefined {
    const row = this.#statement('SELECT owner, body FROM rows WHERE kind = ? AND id = ?').get(
      kind,
      id,
    );
    return row === undefined ? undefined : { owner: String(row.owner), body: String(row.body) };
  }

  #note(kind: string, id: string): void {
    const key = `${kind} ${id}`;
    if (!this.#touched.has(key)) {
      this.#touched.set(key, { kind, id, before: this.#readRow(kind, id) });
    }
  }

  #checkNotEnded(): void {
    if (this.#hasEnded || !this.isOpen) {
      throw new StoreEndedError('The service closed or started again.');
    }
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

/** One statement; its parameters are `$1` and so on, which SQLite and PostgreSQL both understand. */
export type Statement = {
  readonly text: string;
  readonly values: readonly (string | number | null)[];
};

export type FoundRow = Readonly<Record<string, unknown>>;

/**
 * What the store does, one statement after the other: each `yield` gives a statement out and gets its rows back.
 * It is told once and run by two drivers. SQLite runs all steps of a transaction at one stroke, because two
 * connections of one process would wait for each other for ever if one paused within its transaction;
 * PostgreSQL has to wait for each answer.
 */
export type Steps<T> = Generator<Statement, T, readonly FoundRow[]>;

/** What the two databases write differently. */
export type Dialect = {
  /** What stands before a table's name. */
  readonly schema: '' | 'cyclectl.';
  /** The column that tells environments apart where they share a database, before other columns of a key. */
  readonly scopeColumn: '' | 'scope, ';
  /** Its value, before other values; and a condition, before other conditions. */
  readonly scopeValue: string;
  readonly isScoped: string;
  /** The clock that heartbeats go by, in milliseconds. */
  readonly nowMs: string;
  readonly forUpdate: '' | ' FOR UPDATE';
  /** Whether others may write during a transaction unless tables are locked. */
  readonly lockTables: boolean;
  /** Accounts that are bound to the account `$1` of the service. */
  readonly owners: string;
  /** Whether owners have a column of their own. */
  readonly hasOwnerColumn: boolean;
};

/** Runs steps against one connection, each call of `write` as one durable transaction. */
export type Session = {
  read<T>(steps: () => Steps<T>): Promise<T>;
  write<T>(steps: () => Steps<T>): Promise<T>;
};

/** `$2, $3, $4`: the parameters from the first on. */
export function listParameters(first: number, count: number): string {
  return Array.from({ length: count }, (_, index) => `$${first + index}`).join(', ');
}

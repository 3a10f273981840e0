/** One statement with parameters `$1` and so on, which both databases understand. */
export type Statement = {
  readonly text: string;
  readonly values: readonly (string | number | null)[];
};

export type FoundRow = Readonly<Record<string, unknown>>;

/**
 * A store operation as a generator of statements, written once for both drivers. SQLite runs a
 * transaction without a pause, because two connections of one process would deadlock; PostgreSQL
 * awaits each answer.
 */
export type Steps<T> = Generator<Statement, T, readonly FoundRow[]>;

/** Differences between the two databases. */
export type Dialect = {
  /** Prefix of table names. */
  readonly schema: '' | 'cyclectl.';
  /** Column that separates environments in one database, before other key columns. */
  readonly scopeColumn: '' | 'scope, ';
  /** Value of that column, before other values; and a condition, before other conditions. */
  readonly scopeValue: string;
  readonly isScoped: string;
  /** Clock of heartbeats, in milliseconds. */
  readonly nowMs: string;
  readonly forUpdate: '' | ' FOR UPDATE';
  /** True if others may write during a transaction unless tables are locked. */
  readonly lockTables: boolean;
  /** Accounts bound to the account `$1` of the service. */
  readonly owners: string;
  /** True if owners have their own column. */
  readonly hasOwnerColumn: boolean;
};

/** Runs operations on one connection, each `write` as one durable transaction. */
export type Session = {
  read<T>(steps: () => Steps<T>): Promise<T>;
  write<T>(steps: () => Steps<T>): Promise<T>;
};

/** `$2, $3, $4`: parameters from the first number on. */
export function listParameters(first: number, count: number): string {
  return Array.from({ length: count }, (_, index) => `$${first + index}`).join(', ');
}

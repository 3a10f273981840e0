import type { Pool, PoolClient } from 'pg';
import { CellError } from '../rows.ts';
import type { FoundRow, Session, Steps } from '../steps/steps.ts';
import { makeDamageError, StoreError } from '../store-error.ts';
import { isSerializationFailure, toPostgresError } from './postgres-error.ts';
import { type PostgresTarget, readPostgresUrl } from './postgres-target.ts';

export type PostgresSession = Session & {
  /** Name for messages. */
  readonly name: string;
  close(): Promise<void>;
};

/** Enough, because accounts run in parallel but use a connection only briefly. */
const maxConnections = 4;
const defaultTimeoutMs = 20_000;
/** Tries of a transaction that the server rolls back for a conflict. */
const maxAttempts = 5;

/**
 * Opens a pool of connections; with `readOnly` the server refuses all writes. Rejects with
 * `StoreError`. A write rejects if the answer to COMMIT is lost, although the change may exist.
 */
export async function openPostgresSession(
  location: PostgresTarget,
  { readOnly }: { readonly readOnly: boolean },
): Promise<PostgresSession> {
  const { name, config } = readPostgresUrl(location.url);
  const timeoutMs = location.timeoutMs ?? defaultTimeoutMs;
  const settings = formatSettings(timeoutMs, readOnly);
  const pool = await openPool(config, timeoutMs);
  const ready = new WeakSet<PoolClient>();

  async function connect(): Promise<PoolClient> {
    const client = await guard(name, () => pool.connect());
    if (ready.has(client)) return client;
    try {
      await guard(name, () => client.query(settings));
      ready.add(client);
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async function use<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await connect();
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      // Close the connection, so that the server rolls back in every state.
      client.release(true);
      throw error instanceof CellError ? makeDamageError(name, error.message, error) : error;
    }
  }

  async function write<T>(steps: () => Steps<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await use((client) => runTransaction(name, client, steps));
      } catch (error) {
        if (attempt >= maxAttempts || !isSerializationFailure(error)) throw error;
      }
    }
  }

  return {
    name,
    read: (steps) => use((client) => runSteps(name, client, steps())),
    write,
    close: () => pool.end(),
  };
}

async function runTransaction<T>(
  name: string,
  client: PoolClient,
  steps: () => Steps<T>,
): Promise<T> {
  await guard(name, () => client.query('BEGIN'));
  const result = await runSteps(name, client, steps());
  const { command } = await guard(name, () => client.query('COMMIT'));
  // A COMMIT of a failed transaction answers ROLLBACK without an error.
  if (command !== 'COMMIT') throw makeRollbackError(name);
  return result;
}

async function runSteps<T>(name: string, client: PoolClient, steps: Steps<T>): Promise<T> {
  let step = steps.next([]);
  while (!step.done) {
    const { text, values } = step.value;
    const { rows } = await guard(name, () => client.query<FoundRow>(text, [...values]));
    step = steps.next(rows);
  }
  return step.value;
}

async function openPool(
  config: ReturnType<typeof readPostgresUrl>['config'],
  timeoutMs: number,
): Promise<Pool> {
  // Import late, because a file store never needs it.
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    ...config,
    max: maxConnections,
    connectionTimeoutMillis: timeoutMs,
    // A little after the server's own timeout, whose error says more.
    query_timeout: timeoutMs + 1000,
    keepAlive: true,
    allowExitOnIdle: true,
  });
  // Ignore errors of idle connections; one in use rejects its query as well.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

function formatSettings(timeoutMs: number, readOnly: boolean): string {
  return [
    `SET statement_timeout = ${timeoutMs}`,
    // End a halted transaction, so that its locks do not block others for ever.
    `SET idle_in_transaction_session_timeout = ${3 * timeoutMs}`,
    'SET search_path = pg_catalog',
    `SET default_transaction_read_only = ${readOnly ? 'on' : 'off'}`,
  ].join('; ');
}

function makeRollbackError(name: string): StoreError {
  return new StoreError(`cannot use the store ${name}: the server rolled the change back`, {
    remedy: 'Try again.',
  });
}

async function guard<T>(name: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw toPostgresError(name, error);
  }
}

import pg from 'pg';
import { expect } from 'vitest';

import { SecretValue } from '../../src/model/secret/secret.ts';
import { openPostgresServer } from './server.ts';

/** A database of its own for a test file, and the way to look into it past the store. */
export type TestDatabase = {
  readonly url: SecretValue;
  /** Runs statements as the server's owner. */
  run(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Runs a statement in a transaction that stays open, with its locks, until the result is called. */
  hold(text: string): Promise<() => Promise<void>>;
  /** Waits until so many connections wait for a lock. */
  waitForBlocked(count: number): Promise<void>;
  /** Ends its server as a crash does, and starts it again. */
  restart(): Promise<void>;
};

let made = 0;

/** Makes an empty database on the server of this worker. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = await openPostgresServer();
  made += 1;
  const name = `test_${made}`;
  await runAt(server.toUrl('postgres'), `CREATE DATABASE ${name}`);
  const url = server.toUrl(name);
  return {
    url: new SecretValue(url),
    run: (text, values) => runAt(url, text, values),
    hold: (text) => holdAt(url, text),
    waitForBlocked: (count) => waitForBlockedAt(url, count),
    restart: () => server.restart(),
  };
}

async function holdAt(connectionString: string, text: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`BEGIN; ${text}`);
  return async () => {
    await client.query('COMMIT');
    await client.end();
  };
}

async function waitForBlockedAt(url: string, count: number): Promise<void> {
  const blocked =
    "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
  const list = () => runAt(url, blocked);
  await expect.poll(list, { message: 'blocked connections', timeout: 25_000 }).toHaveLength(count);
}

async function runAt(
  connectionString: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query(text, [...values]);
    return rows;
  } finally {
    await client.end();
  }
}

import pg from 'pg';

import { SecretValue } from '../../src/model/secret/secret.ts';
import { openPostgresServer } from './server.ts';

/** A database of its own for a test file, and the way to look into it past the store. */
export type TestDatabase = {
  readonly url: SecretValue;
  /** Runs statements as the server's owner. */
  run(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
};

let made = 0;

/** Makes an empty database on the server of this worker. */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = await openPostgresServer();
  made += 1;
  const name = `test_${made}`;
  await runAt(server.toUrl('postgres'), `CREATE DATABASE ${name}`);
  const url = server.toUrl(name);
  return { url: new SecretValue(url), run: (text, values) => runAt(url, text, values) };
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

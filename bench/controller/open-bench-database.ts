import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { openPostgresServer } from '../../test/postgres/server.ts';
import { readUsage } from './start-replica.ts';

/** What the database has done so far. */
export type DatabaseUsage = {
  readonly cpuMs: number;
  readonly transactions: number;
  /** Of the log that standbys get. */
  readonly walKb: number;
};

/** A database of its own for a bench. */
export type BenchDatabase = { readonly url: string; readUsage(): Promise<DatabaseUsage> };

/** Makes a database on a server that ends with the process. */
export async function openBenchDatabase(name: string): Promise<BenchDatabase> {
  const server = await openPostgresServer();
  await ask(server.toUrl('postgres'), `CREATE DATABASE ${name}`);
  const url = server.toUrl(name);
  return {
    url,
    readUsage: async () => {
      const [row] = await ask(
        url,
        `SELECT (SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer') AS pid, xact_commit + xact_rollback AS transactions,
          (SELECT wal_bytes FROM pg_stat_wal) AS wal
          FROM pg_stat_database WHERE datname = current_database()`,
      );
      const cpuMs = await readCpu(Number(row?.pid));
      return { cpuMs, transactions: Number(row?.transactions), walKb: Number(row?.wal) / 1024 };
    },
  };
}

async function ask(connectionString: string, text: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return rows;
  } finally {
    await client.end();
  }
}

/** The processor time of a server, all of whose processes have the parent of one of them. */
async function readCpu(member: number): Promise<number> {
  const parent = await readParent(`${member}`);
  let { cpuMs } = await readUsage(parent);
  for (const each of await readdir('/proc')) {
    if (!/^\d+$/.test(each) || (await readParent(each)) !== parent) continue;
    cpuMs += await readUsage(Number(each)).then(
      (usage) => usage.cpuMs,
      () => 0,
    );
  }
  return cpuMs;
}

// 0 for a process that has ended.
async function readParent(pid: string): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0);
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findBinaries } from './binaries.ts';
import { folderPrefix, sweepFolders } from './sweep-folders.ts';

/** A server of PostgreSQL for the tests of one worker. */
export type PostgresServer = {
  readonly port: number;
  /** The address of a database of it, for a user who needs no password. */
  toUrl(database: string, user?: string): string;
  /** Ends it as a crash does, and starts it again on the same data; resolves when it is ready. */
  restart(): Promise<void>;
};

let opening: Promise<PostgresServer> | undefined;

/**
 * Server of this worker, started at first use, so that other runs pay nothing. It ends with the
 * worker.
 */
export function openPostgresServer(): Promise<PostgresServer> {
  opening ??= start();
  return opening;
}

/** The role that has to give a password. */
export const guardedRole = { user: 'guarded', password: 'p%ss/word' };

async function start(): Promise<PostgresServer> {
  const binaries = findBinaries();
  sweepFolders();
  const folder = mkdtempSync(`${join(tmpdir(), folderPrefix)}${process.pid}-`);
  const identity = findIdentity();
  if (identity.uid !== undefined) chownSync(folder, identity.uid, identity.gid ?? identity.uid);
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  execFileSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    { ...identity, cwd: '/', stdio: 'pipe' },
  );
  writeFileSync(
    join(data, 'pg_hba.conf'),
    `host all ${guardedRole.user} 127.0.0.1/32 scram-sha-256\nhost all all 127.0.0.1/32 trust\n`,
  );
  for (let attempt = 1; ; attempt += 1) {
    const port = await findPort();
    const started = await tryPort({ binaries, folder, data, port, identity });
    if (typeof started !== 'string') {
      return {
        port,
        toUrl: (database, user = 'postgres') => `postgres://${user}@127.0.0.1:${port}/${database}`,
        restart: started.restart,
      };
    }
    // Another process may have taken the port in between.
    if (attempt === 3) throw new Error(`PostgreSQL did not start:\n${started}`);
  }
}

type Identity = { readonly uid?: number; readonly gid?: number };

type Attempt = {
  readonly binaries: string;
  readonly folder: string;
  readonly data: string;
  readonly port: number;
  readonly identity: Identity;
};

/**
 * Starts a shell that ends the server and deletes its folder when this process is gone, even after
 * kill -9. Returns the way to restart the server when it is ready, else its output.
 */
async function tryPort({
  binaries,
  folder,
  data,
  port,
  identity,
}: Attempt): Promise<string | Pick<PostgresServer, 'restart'>> {
  const guard = `
    word=restart
    while [ "$word" = restart ]; do
      "$1" -D "$2" -p "$3" -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
        -c fsync=off -c full_page_writes=off -c shared_buffers=16MB -c max_connections=60 &
      server=$!
      word=
      read -r word <&3
      kill -QUIT $server
      wait $server
    done
    [ "$word" = keep ] || rm -rf "$4"`;
  const postgres = join(binaries, 'postgres');
  const child = spawn('sh', ['-c', guard, 'sh', postgres, data, `${port}`, folder], {
    ...identity,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const [, , messages, lifeline] = child.stdio;
  if (!(messages instanceof Socket && lifeline instanceof Socket)) throw new Error('no pipes');
  const failed = await waitUntilReady(child, messages);
  if (failed !== null) {
    lifeline.end('keep\n');
    if (child.exitCode === null) await once(child, 'exit');
    return failed;
  }
  // The server must not keep the worker from ending.
  child.unref();
  messages.unref();
  lifeline.unref();
  return {
    restart: async () => {
      // Who connects too early is told so with FATAL.
      const ready = waitForMessage(child, messages, /ready to accept connections/);
      lifeline.write('restart\n');
      await ready;
    },
  };
}

async function waitUntilReady(child: ChildProcess, messages: Socket): Promise<string | null> {
  const log = await waitForMessage(child, messages, /ready to accept connections|FATAL|PANIC/);
  return log.includes('ready to accept connections') ? null : log;
}

/** Reads on until a message comes, or no more can come; gives all that was read. */
function waitForMessage(child: ChildProcess, messages: Socket, wanted: RegExp): Promise<string> {
  let log = '';
  return new Promise((resolve, reject) => {
    const end = (): void => resolve(log);
    const take = (piece: Buffer): void => {
      log += piece.toString('utf8');
      if (!wanted.test(log)) return;
      messages.off('data', take);
      child.off('error', reject).off('exit', end);
      // A pipe that nobody reads would stop the server.
      messages.resume();
      resolve(log);
    };
    child.once('error', reject).once('exit', end);
    messages.on('data', take);
  });
}

/** PostgreSQL refuses to run as root; use another user. */
function findIdentity(): Identity {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('postgres:'));
  const [uid = 65534, gid = 65534] = (line ?? '').split(':').slice(2, 4).map(Number);
  return { uid, gid };
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

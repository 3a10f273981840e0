import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';

import { checkNotNamedPipe } from '../../kit/files/read-text.ts';
import { toFileError } from '../../kit/operational-error.ts';
import type { SecretValue } from '../../model/secret/secret.ts';
import { StoreError } from '../store-error.ts';

export type PostgresTarget = {
  /** `postgres://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=…`, with the password. */
  readonly url: SecretValue;
  /** `PROJECT/ENVIRONMENT`: separates the states in one database. */
  readonly scope: string;
  /** Timeout of an answer; by default 20 seconds. */
  readonly timeoutMs?: number;
};

/** Connection settings of a server; `name` is for messages and has no password. */
export type PostgresServer = {
  readonly name: string;
  readonly config: {
    readonly host: string;
    readonly port: number;
    readonly database: string;
    readonly user: string;
    readonly password?: string;
    readonly application_name: string;
    readonly ssl: boolean | ConnectionOptions;
  };
};

const form = 'postgres://USER:PASSWORD@HOST:PORT/DATABASE';
const parameters: ReadonlySet<string> = new Set([
  'sslmode',
  'sslrootcert',
  'channel_binding',
  'host',
  'application_name',
]);

/** Parses the address of a database. Throws `StoreError`, which never quotes the address. */
export function readPostgresUrl(value: SecretValue): PostgresServer {
  const url = parseUrl(value.reveal());
  const database = decode(url.pathname.slice(1));
  const socket = url.searchParams.get('host');
  const host = socket ?? url.hostname.replace(/^\[|\]$/g, '');
  if (url.hash !== '') {
    throw makeUrlError('it contains a #, which ends an address', 'Write a # in a password as %23.');
  }
  if (url.username === '' || host === '' || database === '' || database.includes('/')) {
    throw makeUrlError('it does not name a user, a host and a database', `Write ${form}.`);
  }
  for (const name of url.searchParams.keys()) {
    if (parameters.has(name)) continue;
    // A name with other characters may be part of a password with a ?; do not quote it.
    const text = /^\w+$/.test(name) ? `its parameter ${name}` : 'one of its parameters';
    throw makeUrlError(
      `${text} is not supported`,
      `Remove it; the supported parameters are ${[...parameters].join(', ')}.`,
    );
  }
  const port = url.port === '' ? 5432 : Number(url.port);
  return {
    name: `${host}:${port}/${database}`,
    config: {
      host,
      port,
      database,
      user: decode(url.username),
      ...(url.password === '' ? {} : { password: decode(url.password) }),
      application_name: url.searchParams.get('application_name') ?? 'cyclectl',
      ssl: host.startsWith('/') ? false : readTls(url.searchParams, host),
    },
  };
}

/**
 * Checks the certificate in full beyond loopback, even for `require` and `verify-ca`, because state
 * decides deletions. Refuses weaker modes; accepts `disable` as an explicit choice.
 */
function readTls(query: URLSearchParams, host: string): boolean | ConnectionOptions {
  const mode = query.get('sslmode') ?? (isLoopback(host) ? 'disable' : 'verify-full');
  if (mode === 'disable') return false;
  if (!['require', 'verify-ca', 'verify-full'].includes(mode)) {
    throw makeUrlError(
      'its sslmode does not verify the server',
      'Write sslmode=verify-full, with sslrootcert=FILE for a certificate of your own authority; or sslmode=disable in a network that you trust.',
    );
  }
  const file = query.get('sslrootcert');
  return file === null || file === 'system' ? {} : { ca: readCertificate(file) };
}

function readCertificate(file: string): string {
  try {
    checkNotNamedPipe(file);
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw toFileError('read', file, error);
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function parseUrl(text: string): URL {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (url !== null && /^postgres(?:ql)?:$/.test(url.protocol)) return url;
  throw makeUrlError('it is not the address of a PostgreSQL database', `Write ${form}.`);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw makeUrlError(
      'it contains a % that does not start an escape %XX',
      'Write a % in a password as %25.',
      error,
    );
  }
}

function makeUrlError(what: string, remedy: string, cause?: unknown): StoreError {
  return new StoreError(`cannot use the address of the shared store: ${what}`, { remedy, cause });
}

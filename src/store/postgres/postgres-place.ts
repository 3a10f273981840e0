import { readFileSync } from 'node:fs';
import type { PoolConfig } from 'pg';

import { checkNotNamedPipe } from '../../kit/files/read-text.ts';
import { toFileError } from '../../kit/operational-error.ts';
import type { SecretValue } from '../../model/secret/secret.ts';
import { StoreError } from '../store-error.ts';

export type PostgresPlace = {
  /** `postgres://USER:PASSWORD@HOST:PORT/DATABASE?sslmode=…`; it holds a password. */
  readonly url: SecretValue;
  /** `PROJECT/ENVIRONMENT`: what is kept of one is not seen by another. */
  readonly scope: string;
  /** How long an answer of the server is waited for; by default 20 seconds. */
  readonly timeoutMs?: number;
};

/** Where a server is and how it is spoken to; `name` is for messages and has no password. */
export type PostgresServer = {
  readonly name: string;
  readonly config: PoolConfig & { readonly database: string };
};

const form = 'postgres://USER:PASSWORD@HOST:PORT/DATABASE';
const parameters: ReadonlySet<string> = new Set([
  'sslmode',
  'sslrootcert',
  'channel_binding',
  'host',
  'application_name',
]);

/** Reads the address of a database. Throws `StoreError`, which never shows the address itself. */
export function readPostgresUrl(value: SecretValue): PostgresServer {
  const url = parseUrl(value.reveal());
  const database = decode(url.pathname.slice(1));
  const socket = url.searchParams.get('host');
  const host = socket ?? url.hostname.replace(/^\[|\]$/g, '');
  if (url.hash !== '') {
    throw makeUrlError(
      'it has a # in it, which ends an address',
      'Write a # in a password as %23.',
    );
  }
  if (url.username === '' || host === '' || database === '' || database.includes('/')) {
    throw makeUrlError('it does not name a user, a host and a database', `Write ${form}.`);
  }
  for (const name of url.searchParams.keys()) {
    if (parameters.has(name)) continue;
    // With a sign in it that no name has, it is what follows a ? of a password.
    const says = /^\w+$/.test(name) ? `its parameter ${name}` : 'a parameter of it';
    throw makeUrlError(
      `${says} is not understood`,
      `Leave it out; what is understood is ${[...parameters].join(', ')}.`,
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
 * What a store says decides what is changed and deleted, so that it must be the server that is meant. Beyond this
 * machine the certificate is checked in full: also for `require` and `verify-ca`, of which one checks nothing and
 * the other no name. Modes that look like protection and give none are refused. `disable` is taken at its word:
 * who writes it, in a secret, says that the network is trusted.
 */
function readTls(query: URLSearchParams, host: string): PoolConfig['ssl'] {
  const mode = query.get('sslmode') ?? (isLoopback(host) ? 'disable' : 'verify-full');
  if (mode === 'disable') return false;
  if (!['require', 'verify-ca', 'verify-full'].includes(mode)) {
    throw makeUrlError(
      'its sslmode does not check who answers',
      'Write sslmode=verify-full, with sslrootcert=FILE where the server has a certificate of its own; or sslmode=disable in a network that you trust.',
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
  throw makeUrlError('it is no address of a PostgreSQL database', `Write ${form}.`);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw makeUrlError(
      'a part of it has a % that begins no %XX',
      'Write a % in a password as %25.',
      error,
    );
  }
}

function makeUrlError(what: string, remedy: string, cause?: unknown): StoreError {
  return new StoreError(`cannot use the address of the shared store: ${what}`, { remedy, cause });
}

import { OperationalError } from '../../kit/operational-error.ts';
import { StoreError } from '../store-error.ts';

type Words = readonly [says: string, remedy: string];

const tryAgain = 'Check that the server is up and reachable from here, then try again.';
const noAnswer: Words = ['the server does not answer', tryAgain];
const lost: Words = ['the connection was lost', tryAgain];
const untrusted: Words = [
  'the certificate of the server is not trusted',
  'Add sslrootcert=FILE to its address, with the certificate of the authority that signed it.',
];
const locked: Words = [
  'another process holds a lock that this run needs',
  'Wait until the other cyclectl run ends, then try again.',
];
const noRights: Words = [
  'the role lacks the privileges',
  'Grant it CREATE on the database for the first run, then access to the tables of the schema cyclectl; docs/guides/share-state.md of the package has the statements.',
];
const damaged: Words = [
  'its tables are not those of cyclectl',
  'Restore a backup, or rename the schema cyclectl: the next plan then finds all objects by id and name and deletes nothing.',
];

/** SQLSTATEs (PostgreSQL manual, appendix A) and Node codes that a person can act on. */
const words: ReadonlyMap<string, Words> = new Map([
  ['28P01', ['the server refuses the user or its password', 'Correct the address of the store.']],
  ['28000', ['the server refuses the user', 'Correct the address of the store, or pg_hba.conf.']],
  [
    '3D000',
    ['the database does not exist', 'Create it with CREATE DATABASE, or correct the address.'],
  ],
  ['42501', noRights],
  ['25006', ['the server is read-only', 'Name the primary server: this one accepts no writes.']],
  ['42P01', damaged],
  ['42703', damaged],
  ['42P10', damaged],
  ['3F000', damaged],
  ['53100', ['the disk of the server is full', 'Free space there, then try again.']],
  [
    '53300',
    [
      'the server has no free connection',
      'Wait until other clients disconnect, or raise its max_connections.',
    ],
  ],
  ['55P03', locked],
  ['57014', locked],
  ['57P01', lost],
  ['57P02', lost],
  ['57P03', ['the server is starting or stopping', 'Try again in a moment.']],
  ['ECONNREFUSED', ['nothing listens there', tryAgain]],
  ['ENOTFOUND', ['the host does not exist', 'Correct the address of the store.']],
  ['EAI_AGAIN', ['the DNS lookup of the host failed', tryAgain]],
  ['ENOENT', ['the socket does not exist', tryAgain]],
  ['ETIMEDOUT', noAnswer],
  ['EHOSTUNREACH', noAnswer],
  ['ENETUNREACH', noAnswer],
  ['ECONNRESET', lost],
  ['EPIPE', lost],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', untrusted],
  ['SELF_SIGNED_CERT_IN_CHAIN', untrusted],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', untrusted],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', untrusted],
  ['CERT_HAS_EXPIRED', ['the certificate of the server has expired', 'Renew it on the server.']],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    [
      'the certificate of the server is for another host',
      'Use the host name of the certificate in the address.',
    ],
  ],
]);

/** Errors of the client library that have no code. */
const messages: readonly (readonly [RegExp, Words])[] = [
  [/timeout/i, noAnswer],
  [/terminated|not queryable|closed the connection/i, lost],
  [
    /does not support SSL/,
    [
      'the server does not support TLS',
      'Enable TLS on the server, or add sslmode=disable to the address if you trust the network.',
    ],
  ],
  [/^SASL/, ['the server asks for a password', 'Add it to the address of the store.']],
];

/** Turns an error of the server or connection into a `StoreError` without the password. */
export function toPostgresError(name: string, error: unknown): unknown {
  if (error instanceof OperationalError || !(error instanceof Error)) return error;
  // A host with several addresses fails with one error for each.
  const code = readCode(error instanceof AggregateError ? (error.errors[0] ?? error) : error);
  const [text, remedy] =
    words.get(code) ??
    messages.find(([pattern]) => pattern.test(error.message))?.[1] ??
    ([`the server refused the request (${code || error.message})`, tryAgain] as const);
  return new StoreError(`cannot use the store ${name}: ${text}`, { remedy, cause: error });
}

/** True if the server rolled back a transaction for a conflict, so a retry may succeed. */
export function isSerializationFailure(error: unknown): boolean {
  const code = readCode(error instanceof Error ? error.cause : null);
  return code === '40P01' || code === '40001';
}

function readCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

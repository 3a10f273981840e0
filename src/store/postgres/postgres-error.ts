import { OperationalError } from '../../kit/operational-error.ts';
import { StoreError } from '../store-error.ts';

type Words = readonly [says: string, remedy: string];

const tryAgain = 'Look whether the server is up and can be reached from here, and try again.';
const noAnswer: Words = ['the server does not answer', tryAgain];
const lost: Words = ['the connection was lost', tryAgain];
const untrusted: Words = [
  'the certificate of the server cannot be trusted',
  'Write sslrootcert=FILE into its address, with the certificate of the authority that signed it.',
];
const locked: Words = [
  'another process holds what is needed',
  'Wait until the other cyclectl has ended, and try again.',
];
const noRights: Words = [
  'the role has not the rights',
  'Give it CREATE on the database for the first run, and the tables of the schema cyclectl after that; docs/guides/share-state.md has the statements.',
];
const damaged: Words = [
  'its tables are not those of cyclectl',
  'Put back a copy, or rename the schema cyclectl: the next plan then finds everything by id and name, and deletes nothing.',
];

/** SQLSTATEs (PostgreSQL manual, appendix A) and codes of Node, as far as a person can do something about them. */
const words: ReadonlyMap<string, Words> = new Map([
  ['28P01', ['the server refuses the user or its password', 'Correct the address of the store.']],
  ['28000', ['the server refuses the user', 'Correct the address of the store, or pg_hba.conf.']],
  ['3D000', ['there is no such database', 'Make it with CREATE DATABASE, or correct the address.']],
  ['42501', noRights],
  [
    '25006',
    ['the server is read-only', 'Name the server that takes writes: this one is a copy of it.'],
  ],
  ['42P01', damaged],
  ['42703', damaged],
  ['42P10', damaged],
  ['3F000', damaged],
  ['53100', ['the disk of the server is full', 'Make room there, and try again.']],
  ['53300', ['the server has no connection left', 'Let others end, or raise its max_connections.']],
  ['55P03', locked],
  ['57014', locked],
  ['57P01', lost],
  ['57P02', lost],
  ['57P03', ['the server is about to start or to stop', 'Try again in a moment.']],
  ['ECONNREFUSED', ['nothing listens there', tryAgain]],
  ['ENOTFOUND', ['there is no such host', 'Correct the address of the store.']],
  ['EAI_AGAIN', ['the host cannot be looked up', tryAgain]],
  ['ENOENT', ['there is no such socket', tryAgain]],
  ['ETIMEDOUT', noAnswer],
  ['EHOSTUNREACH', noAnswer],
  ['ENETUNREACH', noAnswer],
  ['ECONNRESET', lost],
  ['EPIPE', lost],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', untrusted],
  ['SELF_SIGNED_CERT_IN_CHAIN', untrusted],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', untrusted],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', untrusted],
  ['CERT_HAS_EXPIRED', ['the certificate of the server has expired', 'Renew it there.']],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    [
      'the certificate is of another host',
      'Write the host into the address as its certificate has it.',
    ],
  ],
]);

/** What the client library says without a code. */
const messages: readonly (readonly [RegExp, Words])[] = [
  [/timeout/i, noAnswer],
  [/terminated|not queryable|closed the connection/i, lost],
  [
    /does not support SSL/,
    [
      'the server speaks no TLS',
      'Turn TLS on there; or write sslmode=disable where you trust the network.',
    ],
  ],
  [/^SASL/, ['the server wants a password', 'Write it into the address of the store.']],
];

/** What the server, or the way to it, threw, as a `StoreError` that names the place and no password. */
export function toPostgresError(name: string, error: unknown): unknown {
  if (error instanceof OperationalError || !(error instanceof Error)) return error;
  // A host of several addresses fails with one error for each of them.
  const code = readCode(error instanceof AggregateError ? (error.errors[0] ?? error) : error);
  const [says, remedy] =
    words.get(code) ??
    messages.find(([pattern]) => pattern.test(error.message))?.[1] ??
    ([`the server refused it (${code || error.message})`, tryAgain] as const);
  return new StoreError(`cannot use the store ${name}: ${says}`, { remedy, cause: error });
}

/** Whether the server undid a transaction for the sake of another: then nothing speaks against it once more. */
export function isSerializationFailure(error: unknown): boolean {
  const code = readCode(error instanceof Error ? error.cause : null);
  return code === '40P01' || code === '40001';
}

function readCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

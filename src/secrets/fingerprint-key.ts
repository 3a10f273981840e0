import { createHash, randomBytes, scryptSync } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

import { readText } from '../kit/files/read-text.ts';
import { writeNewFile } from '../kit/files/write-file.ts';
import { OperationalError, toFileError } from '../kit/operational-error.ts';

/**
 * The key that fingerprints are made with. Prints of two keys are not comparable, which is never a
 * change; the ids tell the keys apart.
 */
export type FingerprintKey = {
  readonly id: string;
  readonly bytes: Uint8Array;
  /** False for a key of this run alone: what it prints can never be compared with anything later. */
  readonly isLasting: boolean;
};

export type KeySource =
  /** The embedded service's own key, a file that is made where it is missing. */
  | { readonly kind: 'file'; readonly path: string }
  /** Any other service: the value of CYCLECTL_SECRET_KEY, empty or undefined when it is not set. */
  | { readonly kind: 'text'; readonly text: string | undefined };

/** No lasting key can be had from what was given. */
export class SecretKeyError extends OperationalError {
  constructor(message: string, options: { readonly remedy: string; readonly cause?: unknown }) {
    super(message, options);
    this.name = 'SecretKeyError';
  }
}

const keyBytes = 32;
const minTextLength = 16;

/**
 * The key of a run. Without a text it is a key of this run alone. Throws `SecretKeyError`
 * for a text shorter than 16 characters and a damaged file, `Trouble` where a file cannot be used.
 */
export async function openFingerprintKey(source: KeySource): Promise<FingerprintKey> {
  if (source.kind === 'text') {
    if (source.text === undefined || source.text === '') return makeRunKey();
    return deriveKey(source.text);
  }
  return (await readKeyFile(source.path)) ?? makeKeyFile(source.path);
}

/**
 * Made slowly on purpose: a plan shows fingerprints and the key's id to people who do not have the
 * key, and a short text must not be found by trying.
 */
function deriveKey(text: string): FingerprintKey {
  if (text.length < minTextLength)
    throw new SecretKeyError(
      `CYCLECTL_SECRET_KEY has ${text.length} characters; at least ${minTextLength} are needed`,
      { remedy: 'Set it to a long random text, such as the output of: openssl rand -hex 32' },
    );
  return toLastingKey(scryptSync(text, 'cyclectl fingerprint key', keyBytes));
}

async function readKeyFile(path: string): Promise<FingerprintKey | null> {
  const text = await readText(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw toFileError('read', path, error);
  });
  if (text === null) return null;
  if (!/^[0-9a-f]{64}\n$/.test(text))
    throw new SecretKeyError(`the key file ${path} is damaged`, {
      remedy:
        'Put back a copy, or delete it: a new key is made, and secrets are not compared until they are written again.',
    });
  return toLastingKey(Buffer.from(text.trimEnd(), 'hex'));
}

async function makeKeyFile(path: string): Promise<FingerprintKey> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw toFileError('make the folder of', path, error);
  });
  const bytes = randomBytes(keyBytes);
  const isMine = await writeNewFile({ path, text: `${bytes.toString('hex')}\n`, mode: 0o600 });
  if (isMine) return toLastingKey(bytes);
  // Another process made it in the meantime; both must print with the same key.
  const theirs = await readKeyFile(path);
  if (theirs !== null) return theirs;
  throw new SecretKeyError(`the key file ${path} vanished while it was read`, {
    remedy: 'Try again.',
  });
}

/** Its id has a word in front, so that it is never the id of a lasting key. */
function makeRunKey(): FingerprintKey {
  const bytes = randomBytes(keyBytes);
  return { id: `run-${makeId(bytes)}`, bytes, isLasting: false };
}

function toLastingKey(bytes: Uint8Array): FingerprintKey {
  return { id: makeId(bytes), bytes, isLasting: true };
}

function makeId(bytes: Uint8Array): string {
  return createHash('sha256').update('cyclectl key id:').update(bytes).digest('hex').slice(0, 8);
}

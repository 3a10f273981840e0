import {
  createHash,
  createSecretKey,
  hkdfSync,
  randomBytes,
  scryptSync,
  timingSafeEqual,
} from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readText } from '../kit/files/read-text.ts';
import { writeNewFile } from '../kit/files/write-file.ts';
import { toKeyedHash } from '../kit/hash.ts';
import { OperationalError, toFileError } from '../kit/operational-error.ts';
import type { Signer } from '../model/ports.ts';
import { type Fingerprint, toFingerprint } from '../model/secret/secret.ts';

/**
 * Key that fingerprints are made with. Fingerprints of two keys are not comparable, which is never
 * a change; the ids distinguish the keys.
 */
export type FingerprintKey = {
  readonly id: string;
  readonly bytes: Uint8Array;
};

export type KeySource =
  /** Key file of the embedded service, created if it is missing. */
  | { readonly kind: 'file'; readonly path: string }
  /** Any other service: the value of CYCLECTL_SECRET_KEY, empty or undefined if it is not set. */
  | { readonly kind: 'text'; readonly text: string | undefined };

/** The source gives no lasting key. */
export class SecretKeyError extends OperationalError {
  constructor(message: string, options: { readonly remedy: string; readonly cause?: unknown }) {
    super(message, options);
    this.name = 'SecretKeyError';
  }
}

const keyBytes = 32;

const minTextLength = 16;

const maxCached = 10_000;

const maxCachedLength = 100;

/**
 * Key of a run; without a text, a key for this run alone. Throws `SecretKeyError` for a short text
 * or a damaged file, `OperationalError` for a file that cannot be used.
 */
export async function openFingerprintKey(source: KeySource): Promise<FingerprintKey> {
  if (source.kind === 'text') {
    if (source.text === undefined || source.text === '') return makeRunKey();
    return deriveKey(source.text);
  }
  return (await readKeyFile(source.path)) ?? makeKeyFile(source.path);
}

/**
 * Slow on purpose, because people without the key see fingerprints and key ids in a plan, and must
 * not find a short text by trying.
 */
function deriveKey(text: string): FingerprintKey {
  if (text.length < minTextLength)
    throw new SecretKeyError(
      `CYCLECTL_SECRET_KEY has ${text.length} characters; it needs at least ${minTextLength}`,
      { remedy: 'Set it to a long random text, for example the output of: openssl rand -hex 32' },
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
        'Restore a backup, or delete it: cyclectl creates a new key, and compares no secret until it is written again.',
    });
  return toLastingKey(Buffer.from(text.trimEnd(), 'hex'));
}

async function makeKeyFile(path: string): Promise<FingerprintKey> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw toFileError('create the folder of', path, error);
  });
  const bytes = randomBytes(keyBytes);
  const isMine = await writeNewFile({ path, text: `${bytes.toString('hex')}\n`, mode: 0o600 });
  if (isMine) return toLastingKey(bytes);
  // Read the key of the process that created it first: both must use the same key.
  const theirs = await readKeyFile(path);
  if (theirs !== null) return theirs;
  throw new SecretKeyError(`the key file ${path} vanished while it was read`, {
    remedy: 'Try again.',
  });
}

/** Prefixes the id, so that it never equals the id of a lasting key. */
function makeRunKey(): FingerprintKey {
  const bytes = randomBytes(keyBytes);
  return { id: `run-${makeId(bytes)}`, bytes };
}

function toLastingKey(bytes: Uint8Array): FingerprintKey {
  return { id: makeId(bytes), bytes };
}

function makeId(bytes: Uint8Array): string {
  return createHash('sha256').update('cyclectl key id:').update(bytes).digest('hex').slice(0, 8);
}

/** Use of a signature; a signature for one use is none for another. */
export type SignerUse = 'seal' | 'link';

/**
 * Signer with its own key, derived from that of fingerprints, because whoever gets a chosen text
 * fingerprinted, as in a pull request, must get no signature by that.
 */
export function openSigner(key: FingerprintKey, use: SignerUse): Signer {
  const derived = hkdfSync('sha256', key.bytes, '', `cyclectl ${use}`, 32);
  const own = createSecretKey(Buffer.from(derived));
  const sign = (text: string) => `${key.id}:${toKeyedHash(own, text)}`;
  return {
    sign,
    verify(given, text) {
      const [id] = given.split(':');
      if (id !== key.id) return 'other-key';
      const [left, right] = [Buffer.from(given), Buffer.from(sign(text))];
      return left.length === right.length && timingSafeEqual(left, right) ? 'whole' : 'broken';
    },
  };
}

/** Makes fingerprints with a key, each with the key's id. */
export function makeFingerprint(key: FingerprintKey): (text: string) => Fingerprint {
  const hashKey = createSecretKey(key.bytes);
  const make = (text: string) => toFingerprint(key.id, toKeyedHash(hashKey, text));
  // The same words are in many texts of a run, and are looked for in each read of an account.
  const made = new Map<string, Fingerprint>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const fingerprint = make(text);
    if (text.length <= maxCachedLength && made.size < maxCached) made.set(text, fingerprint);
    return fingerprint;
  };
}

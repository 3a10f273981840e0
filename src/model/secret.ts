declare const fingerprintBrand: unique symbol;

/** Where a secret is read from, as the manifest writes it; never the secret. */
export type SecretRef = { readonly env: string } | { readonly file: string };

/**
 * A keyed digest of a secret, `KEYID:HEX`. Two fingerprints are comparable only when they carry the
 * same key id; see `compareFingerprints`.
 */
export type Fingerprint = string & { readonly [fingerprintBrand]: true };

/** Why a reference has no value on this machine. */
export type SecretLack =
  | 'not-set'
  | 'empty'
  | 'missing'
  | 'not-a-file'
  | 'too-large'
  | 'binary'
  | 'outside'
  | 'unreadable';

/** A reference and, where its source has a value on this machine, that value's fingerprint. */
export type BoundSecret = {
  readonly ref: SecretRef;
  readonly fingerprint: Fingerprint | null;
  /** Where it has none, why. */
  readonly lack?: SecretLack;
};

/** Makes a fingerprint from the id of a key and a digest made with it. */
export function toFingerprint(keyId: string, digest: string): Fingerprint {
  return `${keyId}:${digest}` as Fingerprint;
}

/** `not-comparable` when the two were made with different keys: never a change, never a rewrite. */
export function compareFingerprints(
  left: Fingerprint,
  right: Fingerprint,
): 'same' | 'different' | 'not-comparable' {
  if (left === right) return 'same';
  return left.split(':')[0] === right.split(':')[0] ? 'different' : 'not-comparable';
}

/** Whether it was made with a key that a later run has too; one of this run alone can be compared with nothing. */
export function isLasting(fingerprint: Fingerprint): boolean {
  return !fingerprint.startsWith('run-');
}

/** `$NORTHWIND_CRM_KEY` or `secrets/key`: how people read a reference. */
export function writeSecretRef(ref: SecretRef): string {
  return 'env' in ref ? `$${ref.env}` : ref.file;
}

const lacks: Readonly<Record<SecretLack, { readonly says: string; readonly remedy: string }>> = {
  'not-set': { says: 'is not set', remedy: 'Set it' },
  empty: { says: 'is empty', remedy: 'Write the secret into it' },
  missing: { says: 'does not exist', remedy: 'Put it there' },
  'not-a-file': { says: 'is not a file', remedy: 'Name a file' },
  'too-large': { says: 'is larger than 2 MiB', remedy: 'Name a file with the secret alone' },
  binary: { says: 'is not UTF-8 text', remedy: 'Name a text file' },
  outside: {
    says: 'lies outside the project folder',
    remedy: 'Copy it into the project folder, where Git ignores it',
  },
  unreadable: { says: 'cannot be opened', remedy: 'Give this user the right to read it' },
};

/** `secrets/key is empty`, and what to do about it, without full stops. */
export function writeLack(
  ref: SecretRef,
  lack: SecretLack,
): { readonly says: string; readonly remedy: string } {
  return { says: `${writeSecretRef(ref)} ${sayLack(lack)}`, remedy: lacks[lack].remedy };
}

/** What is said of a source without a value: `is empty`. */
export function sayLack(lack: SecretLack): string {
  return lacks[lack].says;
}

const hidden = '[secret]';

/**
 * A secret in memory. Whatever prints, joins or serialises it gets a fixed word; only the service
 * room calls `reveal`, at the moment of the request.
 */
export class SecretValue {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** A secret made of several, or of a secret and known text; neither is revealed on the way. */
  static combine(
    parts: readonly (string | SecretValue)[],
    join: (texts: readonly string[]) => string,
  ): SecretValue {
    return new SecretValue(
      join(parts.map((part) => (typeof part === 'string' ? part : part.#text))),
    );
  }

  /** The secret's fingerprint, by a digest that only the secrets room can make. */
  fingerprint(print: (text: string) => Fingerprint): Fingerprint {
    return print(this.#text);
  }

  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return hidden;
  }

  toJSON(): string {
    return hidden;
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return hidden;
  }
}

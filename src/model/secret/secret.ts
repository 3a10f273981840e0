import { formatArgument } from '../../kit/text/format-name.ts';

declare const fingerprintBrand: unique symbol;

/**
 * The reference of a secret, as written in the manifest. Paths are inside the project folder. `key`
 * is the path within the file, joined by dots; `exec` is a program and its arguments.
 */
export type SecretRef =
  | { readonly env: string }
  | { readonly file: string }
  | { readonly sops: string; readonly key: string }
  | { readonly age: string }
  | { readonly exec: readonly string[] };

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
  | 'private'
  | 'unreadable'
  | 'no-identity'
  | 'bad-identity'
  | 'not-for-us'
  | 'damaged'
  | 'no-such-key'
  | 'not-encrypted'
  | 'not-allowed'
  | 'no-program'
  | 'failed'
  | 'timed-out'
  | 'too-long';

/** A reference and, where its source has a value on this machine, that value's fingerprint. */
export type BoundSecret = {
  readonly ref: SecretRef;
  readonly fingerprint: Fingerprint | null;
  /** Where it has none, why. */
  readonly lack?: SecretLack;
  /** For a password that is sent with a name: of each of them that is a secret and has a value. */
  readonly partFingerprints?: readonly Fingerprint[];
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

/** Returns whether its key outlives this run; otherwise it cannot be compared later. */
export function isLasting(fingerprint: Fingerprint): boolean {
  return !fingerprint.startsWith('run-');
}

/** `$NORTHWIND_CRM_KEY`, `secrets/key`, `secrets/all.yaml#crm.apiKey`, `pass show crm`: how people read a reference. */
export function formatSecretRef(ref: SecretRef): string {
  if ('env' in ref) return `$${ref.env}`;
  if ('file' in ref) return ref.file;
  if ('age' in ref) return ref.age;
  if ('sops' in ref) return `${ref.sops}#${ref.key}`;
  return ref.exec.map(formatArgument).join(' ');
}

/** The key of its form, which names the kind of its source. */
export function classifyRef(ref: SecretRef): SecretKind {
  if ('env' in ref) return 'env';
  if ('file' in ref) return 'file';
  if ('age' in ref) return 'age';
  return 'sops' in ref ? 'sops' : 'exec';
}

/** Kinds of sources. */
export type SecretKind = 'env' | 'file' | 'sops' | 'age' | 'exec';

/** Returns whether a map is a reference: each form is identified by its key. */
export function isSecretRef<T extends object>(written: T): written is T & SecretRef {
  return (
    'env' in written ||
    'file' in written ||
    'sops' in written ||
    'age' in written ||
    'exec' in written
  );
}

/** Returns whether a written value refers to an environment variable. */
export function isVariableRef(value: unknown): value is { readonly env: string } {
  return typeof value === 'object' && value !== null && 'env' in value;
}

const identities = 'SOPS_AGE_KEY or SOPS_AGE_KEY_FILE';

const lacks: Readonly<Record<SecretLack, { readonly says: string; readonly remedy: string }>> = {
  'not-set': { says: 'is not set', remedy: 'Set it' },
  empty: { says: 'is empty', remedy: 'Write the secret into it' },
  missing: { says: 'does not exist', remedy: 'Create it' },
  'not-a-file': { says: 'is not a file', remedy: 'Name a file' },
  'too-large': { says: 'is larger than 2 MiB', remedy: 'Name a file that has only the secret' },
  binary: { says: 'is not UTF-8 text', remedy: 'Name a source of text' },
  outside: {
    says: 'is outside the project folder',
    remedy: 'Copy it into the project folder, to a place that Git ignores',
  },
  private: {
    says: 'is in .cyclectl, .git or node_modules, where no secret is read',
    remedy: 'Move it to another place in the project folder that Git ignores',
  },
  unreadable: { says: 'cannot be opened', remedy: 'Give this user the right to read it' },
  'no-identity': {
    says: 'is encrypted, and no age identity is set',
    remedy: `Set ${identities}`,
  },
  'bad-identity': {
    says: 'is encrypted, and the age identities are malformed',
    remedy: `Correct ${identities}: one identity per line, starting with AGE-SECRET-KEY-1`,
  },
  'not-for-us': {
    says: 'is not encrypted for any of the age identities that are set',
    remedy: `Set ${identities} to an identity that it is encrypted for`,
  },
  damaged: {
    says: 'is damaged, was changed without its key, or has an unknown format',
    remedy: 'Encrypt it again, or restore the version from Git',
  },
  'no-such-key': {
    says: 'does not exist: the file has no single value at that key',
    remedy: 'Correct the key',
  },
  'not-encrypted': {
    says: 'is not encrypted in the file',
    remedy: 'Encrypt it with sops, then rotate the secret',
  },
  'not-allowed': {
    says: 'is a program that the operator has not allowed',
    remedy: 'Allow it',
  },
  'no-program': {
    says: 'cannot be run: no such program is on the PATH outside the project folder',
    remedy: 'Install it, or write its name as on the PATH',
  },
  failed: {
    says: 'ended with an error',
    remedy: 'Run it manually to see why; its output is never shown here',
  },
  'timed-out': {
    says: 'did not end within 30 s and was stopped',
    remedy: 'Run it manually to see what it waits for; it has no terminal here',
  },
  'too-long': {
    says: 'printed more than 1 MiB and was stopped',
    remedy: 'Make it print only the secret',
  },
};

/** `secrets/key is empty`, and what to do about it, without full stops. */
export function describeLack(
  ref: SecretRef,
  lack: SecretLack,
): { readonly says: string; readonly remedy: string } {
  const text = `${formatSecretRef(ref)} ${formatLack(lack)}`;
  if (lack !== 'not-allowed' || !('exec' in ref)) return { says: text, remedy: lacks[lack].remedy };
  const program = formatArgument(ref.exec[0] ?? '');
  const remedy = `If you trust it, run with --allow-exec ${program}, or write allowExec: [${program}] in ~/.config/cyclectl/config.yaml`;
  return { says: text, remedy };
}

/** The lack of a source without a value: `is empty`. */
export function formatLack(lack: SecretLack): string {
  return lacks[lack].says;
}

const hidden = '[secret]';
const maxKnown = 1000;

/**
 * A secret in memory. Whatever prints, joins or serialises it gets a fixed word; only the service
 * room calls `reveal`, at the moment of the request.
 */
export class SecretValue {
  // Only the latest are kept, because a message is about accounts in progress.
  static readonly #known = new Set<string>();
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
    const known = SecretValue.#known;
    known.delete(text);
    known.add(text);
    const [oldest] = known;
    if (known.size > maxKnown && oldest !== undefined) known.delete(oldest);
  }

  /** Redacts the latest secrets of this process in a text. */
  static redactKnown(
    text: string,
    strike: (text: string, secrets: readonly string[]) => string,
  ): string {
    return strike(text, [...SecretValue.#known]);
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

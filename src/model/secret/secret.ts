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
  | { readonly exec: readonly string[] }
  | ProviderRef;

/** The reference of a secret that a program gives, together with those of other keys. */
export type ProviderRef = { readonly provider: string; readonly key: string };

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
  | 'too-long'
  | 'other-key-service'
  | 'no-sops'
  | 'sops-failed'
  | 'refused'
  | 'not-answered'
  | 'provider-failed';

/** A reference and, where its source has a value on this machine, that value's fingerprint. */
export type BoundSecret = {
  readonly ref: SecretRef;
  readonly fingerprint: Fingerprint | null;
  /** Where it has none, why. */
  readonly lack?: SecretLack;
  /** Where its provider gave a reason, that one, redacted. */
  readonly reason?: string;
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
  if ('provider' in ref) return `${formatArgument(ref.provider)}#${ref.key}`;
  return ref.exec.map(formatArgument).join(' ');
}

/** Keys that identify the forms of references: the kinds of their sources. */
export const secretKinds = ['env', 'file', 'sops', 'age', 'exec', 'provider'] as const;

export type SecretKind = (typeof secretKinds)[number];

/** The key of its form, which names the kind of its source. */
export function classifyRef(ref: SecretRef): SecretKind {
  return secretKinds.find((kind) => kind in ref) ?? 'env';
}

/** Returns whether a map is a reference: each form is identified by its key. */
export function isSecretRef<T extends object>(written: T): written is T & SecretRef {
  return secretKinds.some((kind) => kind in written);
}

/** Returns whether a written value refers to an environment variable. */
export function isVariableRef(value: unknown): value is { readonly env: string } {
  return typeof value === 'object' && value !== null && 'env' in value;
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

import { formatArgument } from '../../kit/text/format-name.ts';
import { type BoundSecret, formatSecretRef, type SecretLack, type SecretRef } from './secret.ts';

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
  'other-key-service': {
    says: 'can be decrypted by the program sops alone, which the operator has not allowed',
    remedy: 'Allow it',
  },
  'no-sops': {
    says: 'can be decrypted by the program sops alone, and none is on the PATH outside the project folder',
    remedy: 'Install sops, or encrypt it for age',
  },
  'sops-failed': {
    says: 'could not be decrypted by sops',
    remedy: 'Run sops decrypt on the file to see why',
  },
  refused: {
    says: 'was refused by its provider',
    remedy: 'Correct the key, or give the provider access to the secret',
  },
  'not-answered': {
    says: 'was not answered by its provider',
    remedy: 'Correct the provider: it must answer each key with a value or an error',
  },
  'provider-failed': {
    says: 'could not be read, because its provider failed',
    remedy: 'Correct the provider, or run it manually to see why',
  },
};

/** `secrets/key is empty`, and what to do about it, without full stops. */
export function describeLack({
  ref,
  lack = 'not-set',
  reason,
}: Pick<BoundSecret, 'ref' | 'lack' | 'reason'>): {
  readonly says: string;
  readonly remedy: string;
} {
  const text = `${formatSecretRef(ref)} ${formatLack(lack, reason)}`;
  const name = unallowed.has(lack) ? findProgramName(ref) : null;
  if (name === null) return { says: text, remedy: lacks[lack].remedy };
  const program = formatArgument(name);
  const remedy = `If you trust it, run with --allow-exec ${program}, or write allowExec: [${program}] in ~/.config/cyclectl/config.yaml`;
  return { says: text, remedy };
}

const unallowed: ReadonlySet<SecretLack> = new Set(['not-allowed', 'other-key-service']);

function findProgramName(ref: SecretRef): string | null {
  if ('sops' in ref) return 'sops';
  if ('provider' in ref) return ref.provider;
  return 'exec' in ref ? (ref.exec[0] ?? '') : null;
}

/** The lack of a source without a value, with the reason of its provider: `is empty`. */
export function formatLack(lack: SecretLack, reason?: string): string {
  const { says } = lacks[lack];
  return reason === undefined ? says : `${says}: ${reason}`;
}

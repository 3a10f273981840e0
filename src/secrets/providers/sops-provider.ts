import { join, resolve } from 'node:path';
import type { SecretLack } from '../../model/secret/secret.ts';
import type { Identities } from './age-identities.ts';
import { openAge } from './age-provider.ts';
import { type ExecRights, runAllowedProgram } from './exec-provider.ts';
import { parseReading, type SecretFiles, type SecretReading } from './file-provider.ts';
import {
  type DecryptedFile,
  type EncryptedFile,
  openEncryptedFile,
  parseEncryptedFile,
  readDecrypted,
} from './sops-file.ts';

/** A file with a verified MAC, or the reason that it is not usable. */
export type SopsReading = { readonly file: DecryptedFile } | { readonly lack: SecretLack };

/** Keys that decrypt: age identities, and the program of sops with its key services. */
type SopsKeys = {
  readonly findIdentities: () => Promise<Identities>;
  readonly rights: ExecRights;
};

/**
 * Opens a project file that sops encrypted: for an age identity of the operator, in this process;
 * otherwise by the program of sops, if the operator allows it.
 */
export async function openSopsFile(
  files: SecretFiles,
  path: string,
  { findIdentities, rights }: SopsKeys,
): Promise<SopsReading> {
  const reading = await files.read(path);
  if (!reading.ok) return { lack: reading.problem };
  const encrypted = parseEncryptedFile(reading.text);
  if (encrypted === null) return { lack: 'damaged' };
  const dataKey = encrypted.isForProgram
    ? { lack: 'other-key-service' as const }
    : await openDataKey(encrypted, findIdentities);
  if ('lack' in dataKey) {
    const { lack } = dataKey;
    if (!withoutKey.has(lack)) return dataKey;
    const isJson = reading.text.trimStart().startsWith('{');
    return openByProgram(rights, { encrypted, path, isJson, lack });
  }
  const file = openEncryptedFile(encrypted, dataKey.bytes);
  return file === null ? { lack: 'damaged' } : { file };
}

const withoutKey: ReadonlySet<SecretLack> = new Set([
  'other-key-service',
  'no-identity',
  'not-for-us',
]);

const maxBytes = 2 * 1024 * 1024;

/** A file that no key here opens, and why. */
type Locked = {
  readonly encrypted: EncryptedFile;
  readonly path: string;
  /** True for JSON, because sops looks at the name of a file alone. */
  readonly isJson: boolean;
  readonly lack: SecretLack;
};

// The file was read before, so its path leads nowhere else. sops verifies the MAC.
async function openByProgram(
  rights: ExecRights,
  { encrypted, path, isJson, lack }: Locked,
): Promise<SopsReading> {
  const { root, timeoutMs } = rights;
  const types = ['--input-type', isJson ? 'json' : 'yaml', '--output-type', 'yaml'];
  const args = ['--decrypt', ...types, join(resolve(root), path)];
  const output = await runAllowedProgram(rights, 'sops', { args, maxBytes, timeoutMs });
  if (output.kind === 'not-allowed') return { lack };
  if (output.kind === 'no-program')
    return { lack: lack === 'other-key-service' ? 'no-sops' : lack };
  if (output.kind !== 'output') return { lack: 'sops-failed' };
  const text = parseReading(output.bytes);
  const file = 'text' in text ? readDecrypted(encrypted, text.text) : null;
  return file === null ? { lack: 'sops-failed' } : { file };
}

/** One value of an opened file; an unencrypted value is not a secret and counts as a mistake. */
export function selectValue(reading: SopsReading, key: string): SecretReading {
  if ('lack' in reading) return reading;
  const value = reading.file.get(key);
  if (value === undefined || value === 'several') return { lack: 'no-such-key' };
  if (!value.isEncrypted) return { lack: 'not-encrypted' };
  return value.text === '' ? { lack: 'empty' } : { text: value.text };
}

// Try all recipients; report the first reason that does not concern our identities.
async function openDataKey(
  { dataKeys }: EncryptedFile,
  findIdentities: () => Promise<Identities>,
): Promise<{ readonly bytes: Uint8Array } | { readonly lack: SecretLack }> {
  let worst: SecretLack = 'not-for-us';
  for (const armoured of dataKeys) {
    const opened = await openAge(Buffer.from(armoured), findIdentities);
    if ('bytes' in opened || opened.lack === 'no-identity' || opened.lack === 'bad-identity') {
      return opened;
    }
    if (opened.lack !== 'not-for-us') worst = opened.lack;
  }
  return { lack: worst };
}

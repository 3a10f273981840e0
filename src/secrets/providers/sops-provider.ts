import type { SecretLack } from '../../model/secret/secret.ts';
import type { Identities } from './age-identities.ts';
import { openAge } from './age-provider.ts';
import type { SecretFiles, SecretReading } from './file-provider.ts';
import {
  type DecryptedFile,
  type EncryptedFile,
  openEncryptedFile,
  parseEncryptedFile,
} from './sops-file.ts';

/** A file with a verified MAC, or the reason that it is not usable. */
export type SopsReading = { readonly file: DecryptedFile } | { readonly lack: SecretLack };

/** Opens a project file that sops encrypted for an age identity of the operator. */
export async function openSopsFile(
  files: SecretFiles,
  path: string,
  findIdentities: () => Promise<Identities>,
): Promise<SopsReading> {
  const reading = await files.read(path);
  if (!reading.ok) return { lack: reading.problem };
  const encrypted = parseEncryptedFile(reading.text);
  if (encrypted === null) return { lack: 'damaged' };
  const dataKey = await openDataKey(encrypted, findIdentities);
  if ('lack' in dataKey) return dataKey;
  const file = openEncryptedFile(encrypted, dataKey.bytes);
  return file === null ? { lack: 'damaged' } : { file };
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

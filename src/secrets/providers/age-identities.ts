import { join } from 'node:path';
import type { Decrypter } from 'age-encryption';
import { readText } from '../../kit/files/read-text.ts';
import type { SecretLack } from '../../model/secret/secret.ts';
import type { Environment } from './file-provider.ts';

/** Decrypter of age files, or the reason for having none. */
export type Identities = { readonly decrypter: Decrypter } | { readonly lack: SecretLack };

/**
 * Reads the age identities of the operator, never of a manifest, where sops has them: SOPS_AGE_KEY,
 * SOPS_AGE_KEY_FILE, or sops/age/keys.txt in the user's configuration. Empty lines and comments are
 * skipped.
 */
export async function readIdentities(environment: Environment): Promise<Identities> {
  const texts = await readTexts(environment);
  if (texts === null) return { lack: 'bad-identity' };
  const lines = texts
    .flatMap((text) => text.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.length === 0) return { lack: 'no-identity' };
  // Import late because its curves take time to load and most runs decrypt nothing.
  const age = await import('age-encryption');
  const decrypter = new age.Decrypter();
  try {
    for (const line of lines) decrypter.addIdentity(line);
  } catch {
    // Drop the error because its message may quote the line, which is secret.
    return { lack: 'bad-identity' };
  }
  return { decrypter };
}

/** Null if a file that the operator names cannot be read. */
async function readTexts(environment: Environment): Promise<readonly string[] | null> {
  const text = environment.get('SOPS_AGE_KEY') ?? '';
  const named = environment.get('SOPS_AGE_KEY_FILE') ?? '';
  if (named !== '') {
    const found = await readText(named).catch(() => null);
    return found === null ? null : [text, found];
  }
  if (text !== '') return [text];
  const location = findKeyFile(environment);
  const found = location === null ? null : await readText(location).catch(() => null);
  return found === null ? [] : [found];
}

function findKeyFile(environment: Environment): string | null {
  const [config, home] = [environment.get('XDG_CONFIG_HOME'), environment.get('HOME')];
  if (config !== undefined && config !== '') return join(config, 'sops', 'age', 'keys.txt');
  return home === undefined || home === '' ? null : join(home, '.config/sops/age/keys.txt');
}

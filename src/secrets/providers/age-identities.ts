import { join } from 'node:path';
import type { Decrypter } from 'age-encryption';
import { readText } from '../../kit/files/read-text.ts';
import type { SecretLack } from '../../model/secret/secret.ts';
import type { Environment } from './env-provider.ts';

/** What opens files of age, or why nothing does. */
export type Identities = { readonly decrypter: Decrypter } | { readonly lack: SecretLack };

/**
 * The operator's age identities, never those of a manifest, from where sops has them: the text of
 * SOPS_AGE_KEY, the file that SOPS_AGE_KEY_FILE names, and where neither is set the file
 * sops/age/keys.txt of the user's configuration. Lines that are empty or begin with # are no identities.
 */
export async function readIdentities(environment: Environment): Promise<Identities> {
  const texts = await readTexts(environment);
  if (texts === null) return { lack: 'bad-identity' };
  const lines = texts
    .flatMap((text) => text.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.length === 0) return { lack: 'no-identity' };
  // Loaded where it is needed: its curves take a while, and most runs decrypt nothing.
  const age = await import('age-encryption');
  const decrypter = new age.Decrypter();
  try {
    for (const line of lines) decrypter.addIdentity(line);
  } catch {
    // Its words may quote the line, which is a secret.
    return { lack: 'bad-identity' };
  }
  return { decrypter };
}

/** Null: a file that the operator names cannot be read. */
async function readTexts(environment: Environment): Promise<readonly string[] | null> {
  const text = environment.get('SOPS_AGE_KEY') ?? '';
  const named = environment.get('SOPS_AGE_KEY_FILE') ?? '';
  if (named !== '') {
    const found = await readText(named).catch(() => null);
    return found === null ? null : [text, found];
  }
  if (text !== '') return [text];
  const place = findKeyFile(environment);
  const found = place === null ? null : await readText(place).catch(() => null);
  return found === null ? [] : [found];
}

function findKeyFile(environment: Environment): string | null {
  const [config, home] = [environment.get('XDG_CONFIG_HOME'), environment.get('HOME')];
  if (config !== undefined && config !== '') return join(config, 'sops', 'age', 'keys.txt');
  return home === undefined || home === '' ? null : join(home, '.config/sops/age/keys.txt');
}

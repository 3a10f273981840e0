import { createSecretKey } from 'node:crypto';
import { hashWithKey } from '../kit/hash.ts';
import type { Secrets } from '../model/ports.ts';
import { type Fingerprint, type SecretRef, SecretValue, toFingerprint } from '../model/secret.ts';
import { type Environment, readVariable } from './env-provider.ts';
import { readSecretFile, type TextFiles } from './file-provider.ts';
import type { FingerprintKey } from './fingerprint-key.ts';

/**
 * The values behind references. They are read again each time, so that one that was changed while
 * a person looked at the plan is noticed.
 */
export function openSecrets(sources: {
  readonly environment: Environment;
  readonly files: TextFiles;
  readonly key: FingerprintKey;
}): Secrets {
  const { environment, files, key } = sources;
  const hashKey = createSecretKey(key.bytes);

  async function readText(ref: SecretRef): Promise<string | null> {
    if ('env' in ref) return readVariable(environment, ref.env);
    return readSecretFile(files, ref.file);
  }

  function print(text: string): Fingerprint {
    return toFingerprint(key.id, hashWithKey(hashKey, text));
  }

  return {
    async read(ref) {
      const text = await readText(ref);
      return text === null ? null : new SecretValue(text);
    },
    async bind(ref) {
      const text = await readText(ref);
      return { ref, fingerprint: text === null ? null : print(text) };
    },
    print,
  };
}

import { createSecretKey } from 'node:crypto';
import { hashWithKey } from '../kit/hash.ts';
import type { Secrets } from '../model/ports.ts';
import { type Fingerprint, type SecretRef, SecretValue, toFingerprint } from '../model/secret.ts';
import { type Environment, readVariable, type SecretReading } from './env-provider.ts';
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

  async function readText(ref: SecretRef): Promise<SecretReading> {
    if ('env' in ref) return readVariable(environment, ref.env);
    return readSecretFile(files, ref.file);
  }

  function print(text: string): Fingerprint {
    return toFingerprint(key.id, hashWithKey(hashKey, text));
  }

  return {
    async read(ref) {
      const reading = await readText(ref);
      return 'text' in reading ? new SecretValue(reading.text) : null;
    },
    async bind(ref) {
      const reading = await readText(ref);
      return 'text' in reading
        ? { ref, fingerprint: print(reading.text) }
        : { ref, fingerprint: null, lack: reading.lack };
    },
    print,
  };
}

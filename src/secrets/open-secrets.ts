import type { Secrets, Signer } from '../model/ports.ts';
import { type SecretRef, SecretValue } from '../model/secret/secret.ts';
import { BoundedTasks, ReadingCache } from './bounded-readings.ts';
import { type FingerprintKey, makeFingerprint, openSigner } from './fingerprint-key.ts';
import { KeyBatches } from './key-batches.ts';
import { type Identities, readIdentities } from './providers/age-identities.ts';
import { readAgeFile } from './providers/age-provider.ts';
import { askProvider } from './providers/ask-provider.ts';
import { type ExecRights, readProgram } from './providers/exec-provider.ts';
import {
  type Environment,
  readSecretFile,
  readVariable,
  type SecretFiles,
  type SecretReading,
} from './providers/file-provider.ts';
import { openSopsFile, type SopsReading, selectValue } from './providers/sops-provider.ts';

/** Sources of values, and the key of fingerprints. */
export type SecretSources = {
  readonly environment: Environment;
  readonly files: SecretFiles;
  readonly key: FingerprintKey;
  /** Programs that manifests may run; none if absent. */
  readonly exec?: Pick<ExecRights, 'allowed' | 'root'> & { readonly timeoutMs?: number };
};

/** The values behind references, with a way to read them again. */
export type OpenedSecrets = Secrets & {
  /** Drops cached values, so that the next read notices changes. */
  forget(): void;
  /** Signer with a key derived from the same one. */
  readonly signer: Signer;
  /** The same for sign-in links. */
  readonly linkSigner: Signer;
};

const execTimeoutMs = 30_000;

const maxPrograms = 4;

const maxReadings = 1000;

/**
 * Values behind references. Variables and files are read each time, so that a change during the
 * confirmation is noticed. Output of programs and decrypted values stay cached until `forget`.
 */
export function openSecrets({ environment, files, key, exec }: SecretSources): OpenedSecrets {
  const fingerprint = makeFingerprint(key);
  const identities = new ReadingCache<Identities>(1);
  const sopsFiles = new ReadingCache<SopsReading>(maxReadings);
  const readings = new ReadingCache<SecretReading>(maxReadings);
  const programs = new BoundedTasks(maxPrograms);
  const nothing = { allowed: new Set<string>(), root: '.' };
  const rights = { timeoutMs: execTimeoutMs, ...(exec ?? nothing), environment };
  const providers = new Map<string, KeyBatches>();
  const findIdentities = () => identities.read('', () => readIdentities(environment));

  function openProvider(name: string): KeyBatches {
    const known = providers.get(name);
    if (known !== undefined) return known;
    const opened = new KeyBatches((keys) => askProvider(rights, name, keys), programs);
    providers.set(name, opened);
    return opened;
  }

  async function readText(ref: SecretRef): Promise<SecretReading> {
    if ('env' in ref) return readVariable(environment, ref.env);
    if ('file' in ref) return readSecretFile(files, ref.file);
    if ('age' in ref) {
      return readings.read(`age ${ref.age}`, () => readAgeFile(files, ref.age, findIdentities));
    }
    if ('sops' in ref) {
      const file = sopsFiles.read(ref.sops, () =>
        programs.run(() => openSopsFile(files, ref.sops, { findIdentities, rights })),
      );
      return selectValue(await file, ref.key);
    }
    if ('provider' in ref) return openProvider(ref.provider).read(ref.key);
    return readings.read(`exec ${JSON.stringify(ref.exec)}`, () =>
      programs.run(() => readProgram(rights, ref.exec)),
    );
  }

  return {
    expect(refs) {
      for (const ref of refs) if ('provider' in ref) openProvider(ref.provider).expect(ref.key);
    },
    async read(ref) {
      const reading = await readText(ref);
      return 'text' in reading ? new SecretValue(reading.text) : null;
    },
    async bind(ref) {
      const reading = await readText(ref);
      return 'text' in reading
        ? { ref, fingerprint: fingerprint(reading.text) }
        : { ref, fingerprint: null, ...reading };
    },
    fingerprint,
    signer: openSigner(key, 'seal'),
    linkSigner: openSigner(key, 'link'),
    forget() {
      for (const cache of [identities, sopsFiles, readings]) cache.clear();
      for (const provider of providers.values()) provider.forget();
    },
  };
}

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openFolder } from '../../src/kit/files/folder.ts';
import { openFingerprintKey } from '../../src/secrets/fingerprint-key.ts';
import { type OpenedSecrets, openSecrets } from '../../src/secrets/open-secrets.ts';
import { makeTemporaryFolder } from '../store/temporary-folder.ts';

const key = await openFingerprintKey({ kind: 'text', text: 'a key for the tests of folders' });

/** A project folder in a folder of its own, and the secrets that are read from it. */
export type SecretFolder = {
  readonly root: string;
  readonly secrets: OpenedSecrets;
  write(path: string, content: string | Uint8Array): void;
  /** The value, or why there is none. */
  read(ref: Parameters<OpenedSecrets['read']>[0]): Promise<string>;
};

/** Opens one. `allowed` are programs; HOME is a folder in which nothing is. */
export function openSecretFolder(
  variables: Readonly<Record<string, string>>,
  exec: {
    readonly allowed?: readonly string[];
    readonly timeoutMs?: number;
    readonly root?: string;
  } = {},
): SecretFolder {
  const base = makeTemporaryFolder();
  const root = join(base, 'project');
  mkdirSync(root);
  const environment = new Map<string, string | undefined>(
    Object.entries({ HOME: join(base, 'home'), ...variables }),
  );
  const { allowed = [], ...limits } = exec;
  const secrets = openSecrets({
    environment,
    files: openFolder(root),
    key,
    exec: { root, ...limits, allowed: new Set(allowed) },
  });
  return {
    root,
    secrets,
    write(path, content) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), content);
    },
    async read(ref) {
      const value = await secrets.read(ref);
      if (value !== null) return value.reveal();
      return `lack: ${(await secrets.bind(ref)).lack}`;
    },
  };
}

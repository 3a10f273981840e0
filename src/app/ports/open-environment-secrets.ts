import { join } from 'node:path';

import { OperationalError } from '../../kit/operational-error.ts';
import type { Environment } from '../../model/manifest/project.ts';
import type { Fingerprint } from '../../model/secret/secret.ts';
import { openFingerprintKey } from '../../secrets/fingerprint-key.ts';
import { makeFingerprint } from '../../secrets/make-fingerprint.ts';
import { type OpenedSecrets, openSecrets } from '../../secrets/open-secrets.ts';
import type { CommandContext } from '../context.ts';
import { makeOwnFolder } from '../project/make-own-folder.ts';
import type { openProjectFiles } from '../project/project-files.ts';
import { resolveOwnPath } from '../project/resolve-own-path.ts';
import { readUserConfig } from '../project/user-config.ts';

type SecretsContext = {
  readonly root: string;
  readonly environment: Environment;
  readonly context: CommandContext;
};

/** The values behind the references of a project, with the fingerprint key of an environment. */
export async function openEnvironmentSecrets(
  { root, environment, context }: SecretsContext,
  files: ReturnType<typeof openProjectFiles>,
): Promise<OpenedSecrets> {
  const isEmulated = environment.service.kind === 'emulator';
  const keyFile = join('.cyclectl', environment.name, 'secret.key');
  const keyPlace = isEmulated ? resolveOwnPath(root, keyFile) : '';
  if (isEmulated) await makeOwnFolder(root, keyFile);
  const { allowExec } = await readUserConfig(context.environment, root);
  return openSecrets({
    environment: new Map(Object.entries(context.environment)),
    files,
    exec: { allowed: new Set([...allowExec, ...(context.allowExec ?? [])]), root },
    key: await openFingerprintKey(
      isEmulated
        ? { kind: 'file', path: keyPlace }
        : { kind: 'text', text: context.environment.CYCLECTL_SECRET_KEY },
    ),
  });
}

/**
 * Opens fingerprints with the earlier key of an environment. Throws `OperationalError` for the
 * embedded service, whose key is a file, and if CYCLECTL_SECRET_KEY_OLD is not set.
 */
export async function openOldFingerprint(
  { name, service }: Pick<Environment, 'name' | 'service'>,
  { environment }: Pick<CommandContext, 'environment'>,
): Promise<(text: string) => Fingerprint> {
  if (service.kind === 'emulator') {
    throw new OperationalError(
      `the service of ${name} is embedded and keeps its own key in a file`,
      {
        remedy: 'No action is needed, because that key does not change.',
      },
    );
  }
  const text = environment.CYCLECTL_SECRET_KEY_OLD;
  if (text === undefined || text === '') {
    throw new OperationalError('CYCLECTL_SECRET_KEY_OLD is not set', {
      remedy: 'Set it to the earlier value of CYCLECTL_SECRET_KEY.',
    });
  }
  return makeFingerprint(await openFingerprintKey({ kind: 'text', text }));
}

import { join } from 'node:path';

import type { Environment } from '../../model/project.ts';
import { openFingerprintKey } from '../../secrets/fingerprint-key.ts';
import { type OpenedSecrets, openSecrets } from '../../secrets/open-secrets.ts';
import type { CommandContext } from '../context.ts';
import { makeOwnFolder } from '../make-own-folder.ts';
import type { openProjectFiles } from '../project-files.ts';
import { readUserConfig } from '../user-config.ts';

type SecretsPlace = {
  readonly root: string;
  readonly environment: Environment;
  readonly context: CommandContext;
};

/** The values behind the references of a project, with the fingerprint key of an environment. */
export async function openPlaceSecrets(
  { root, environment, context }: SecretsPlace,
  files: ReturnType<typeof openProjectFiles>,
): Promise<OpenedSecrets> {
  const isEmulated = environment.service.kind === 'emulator';
  const keyFile = join('.cyclectl', environment.name, 'secret.key');
  if (isEmulated) await makeOwnFolder(root, keyFile);
  const { allowExec } = await readUserConfig(context.environment, root);
  return openSecrets({
    environment: new Map(Object.entries(context.environment)),
    files,
    exec: { allowed: new Set([...allowExec, ...(context.allowExec ?? [])]), root },
    key: await openFingerprintKey(
      isEmulated
        ? { kind: 'file', path: join(root, keyFile) }
        : { kind: 'text', text: context.environment.CYCLECTL_SECRET_KEY },
    ),
  });
}

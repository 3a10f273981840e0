import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { isBeneath } from '../../kit/files/inside-folder.ts';
import { readText } from '../../kit/files/read-text.ts';
import { OperationalError, toFileError } from '../../kit/operational-error.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';
import type { Environment } from '../../model/manifest/project.ts';
import type { Fingerprint } from '../../model/secret/secret.ts';
import { makeFingerprint, openFingerprintKey } from '../../secrets/fingerprint-key.ts';
import { type OpenedSecrets, openSecrets } from '../../secrets/open-secrets.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { makeOwnFolder } from '../project/make-own-folder.ts';
import type { openProjectFiles } from '../project/project-files.ts';
import { resolveOwnPath } from '../project/resolve-own-path.ts';

/** Permissions of a user on this machine, independent of manifests. */
type UserConfig = { readonly allowExec: readonly string[] };

const emptyConfig: UserConfig = { allowExec: [] };

const remedy = 'It takes one key: allowExec, a list of programs by name or absolute path.';

/** An environment of the project in a folder, for a command. */
export type EnvironmentContext = {
  readonly context: CommandContext;
  readonly options: Pick<GlobalOptions, 'directory' | 'verbose'>;
  /** Without accounts, nothing is read of a fleet. */
  readonly project: {
    readonly environment: Environment;
    readonly accounts?: readonly AccountEntry[];
  };
};

/** Returns whether an environment needs a key of the variables, and there is none. */
export function isKeyMissing({ context, project }: EnvironmentContext): boolean {
  return project.environment.service.kind === 'remote' && !context.environment.CYCLECTL_SECRET_KEY;
}

/** Checks that the key is set with which plans and rollouts are signed. Throws `OperationalError`. */
export function checkKeySet(input: EnvironmentContext): void {
  if (!isKeyMissing(input)) return;
  throw new OperationalError('CYCLECTL_SECRET_KEY is not set', {
    remedy:
      'Set it to a long random text that all runs of this environment share, such as the output of: openssl rand -hex 32',
  });
}

/** The values behind the references of a project, with the fingerprint key of an environment. */
export async function openEnvironmentSecrets(
  { context, options, project: { environment } }: EnvironmentContext,
  files: ReturnType<typeof openProjectFiles>,
): Promise<OpenedSecrets> {
  const { directory: root } = options;
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

/**
 * Reads $XDG_CONFIG_HOME/cyclectl/config.yaml, by default in ~/.config. A missing file allows
 * nothing. Throws `OperationalError` if it is malformed, or in the project folder, where a branch
 * could change it.
 */
async function readUserConfig(
  environment: CommandContext['environment'],
  root: string,
): Promise<UserConfig> {
  const { XDG_CONFIG_HOME: config, HOME: home } = environment;
  const folder = config || (home ? join(home, '.config') : '');
  if (folder === '') return emptyConfig;
  const path = join(folder, 'cyclectl', 'config.yaml');
  const text = await readText(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
    throw toFileError('read', path, error);
  });
  if (text === null) return emptyConfig;
  if (isBeneath(await realpath(root), await realpath(path))) {
    throw new OperationalError(`${path} is in the project folder, where a branch can change it`, {
      remedy: 'Set XDG_CONFIG_HOME to a folder outside, or remove the file.',
    });
  }
  return parseUserConfig(path, text);
}

function parseUserConfig(path: string, text: string): UserConfig {
  const document = parseDocument(text, { prettyErrors: false, logLevel: 'silent' });
  const [error] = document.errors;
  if (error !== undefined) throw new OperationalError(`${path} is not valid YAML`, { remedy });
  const written: unknown = document.toJS({ maxAliasCount: 0 });
  if (written === null) return emptyConfig;
  if (typeof written !== 'object' || Object.keys(written).some((key) => key !== 'allowExec')) {
    throw new OperationalError(`${path} has an unknown key`, { remedy });
  }
  const { allowExec = [] } = written as { readonly allowExec?: unknown };
  if (!Array.isArray(allowExec) || !allowExec.every((item) => typeof item === 'string')) {
    throw new OperationalError(`allowExec in ${path} is not a list of programs`, { remedy });
  }
  return { allowExec };
}

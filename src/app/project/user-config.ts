import { realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { parseDocument } from 'yaml';
import { readText } from '../../kit/files/read-text.ts';
import { OperationalError, toFileError } from '../../kit/operational-error.ts';
import type { CommandContext } from '../context.ts';

/** Permissions of a user on this machine, independent of manifests. */
export type UserConfig = { readonly allowExec: readonly string[] };

const emptyConfig: UserConfig = { allowExec: [] };
const remedy = 'It takes one key: allowExec, a list of programs by name or absolute path.';

/**
 * Reads $XDG_CONFIG_HOME/cyclectl/config.yaml, by default in ~/.config. A missing file allows
 * nothing. Throws `OperationalError` if it is malformed, or in the project folder, where a branch
 * could change it.
 */
export async function readUserConfig(
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
  if (isInside(await realpath(root), await realpath(path))) {
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

function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

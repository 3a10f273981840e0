import { realpathSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findStats } from '../../kit/files/read-text.ts';
import { writeFileAtomically, writeNewFile } from '../../kit/files/write-file.ts';
import { OperationalError, toFileError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import type { ManifestFiles } from '../../model/ports.ts';
import { resolveOwnPath } from './resolve-own-path.ts';

/**
 * Files of manifests in a project folder. A new file never replaces a file or a link. An existing
 * one changes only if it still has the content that was read.
 */
export function openManifestFiles(root: string): ManifestFiles {
  return {
    create: async (path, text) => {
      const file = await makeFolder(root, path);
      if (!(await writeNewFile({ path: file, text, mode: 0o644 }))) return false;
      return confirm(file, path, text);
    },
    replace: async (path, { before, text }) => {
      const file = await makeFolder(root, path);
      const found = await findStats(file);
      if (found === null || !found.isFile() || (await readBack(file)) !== before) return false;
      await writeFileAtomically({ path: file, text, mode: found.mode & 0o777, isExact: true });
      return confirm(file, path, text);
    },
    remove: async (path, before) => {
      const file = await makeFolder(root, path);
      const found = await findStats(file);
      if (found === null || !found.isFile() || (await readBack(file)) !== before) return false;
      await removeFile(file, path);
      return true;
    },
  };
}

async function removeFile(file: string, path: string): Promise<void> {
  try {
    await rm(file);
  } catch (error) {
    throw toFileError('remove', path, error);
  }
}

async function confirm(file: string, path: string, text: string): Promise<true> {
  if ((await readBack(file)) === text) return true;
  throw new OperationalError(
    `${toVisible(path)} does not have the content that was written to it`,
    {
      remedy: 'Check the disk, and the content of the file.',
    },
  );
}

/**
 * Resolves the path of a file of the project and creates its folder. Refuses a folder that is a
 * link, because a branch can add one. Throws `OperationalError`.
 */
export async function makeFolder(root: string, path: string): Promise<string> {
  const folder = dirname(path);
  const location = resolveOwnPath(root, folder);
  if (location !== join(realpathSync.native(root), folder)) {
    throw new OperationalError(
      `${toVisible(folder)} is a link, and cyclectl does not write through links`,
      {
        remedy: 'Replace it with a folder. For manifests, spec.manifests can name another folder.',
      },
    );
  }
  try {
    await mkdir(location, { recursive: true });
  } catch (error) {
    throw toFileError('make', folder, error);
  }
  return join(root, path);
}

async function readBack(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw toFileError('read', file, error);
  }
}

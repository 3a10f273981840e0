import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeOwnFolder } from '../../../../app/project/make-own-folder.ts';
import { resolveOwnPath } from '../../../../app/project/resolve-own-path.ts';
import { writeNewFile } from '../../../../kit/files/write-file.ts';
import { OperationalError, toFileError } from '../../../../kit/operational-error.ts';
import type { Backup } from '../../../../model/ports.ts';
import type { RunId } from '../../../../model/state/lock.ts';

/** Saves backups in the project's own folder, below the run that destroys, for this user alone. */
export function openBackup(root: string, environment: string, run: RunId): Backup {
  return {
    save: async (account, text) => {
      const path = join('.cyclectl', environment, 'destroyed', run, `${account}.json`);
      await makeOwnFolder(root, path);
      const file = await makeFolder(root, path);
      if (!(await writeNewFile({ path: file, text, mode: 0o600 })))
        throw refuse(file, 'exists already');
      if ((await readBack(file)) !== text) throw refuse(file, 'does not read back as written');
      return file;
    },
  };
}

async function makeFolder(root: string, path: string): Promise<string> {
  try {
    const file = resolveOwnPath(root, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    return file;
  } catch (error) {
    if (error instanceof OperationalError) throw error;
    throw toFileError('make', join(root, dirname(path)), error);
  }
}

async function readBack(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw toFileError('read', file, error);
  }
}

function refuse(file: string, text: string): OperationalError {
  return new OperationalError(`${file} ${text}`, { remedy: 'Check the disk.' });
}

import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findOwnPlace } from '../../../../app/project/find-own-place.ts';
import { makeOwnFolder } from '../../../../app/project/make-own-folder.ts';
import { writeNewFile } from '../../../../kit/files/write-file.ts';
import { Trouble, toFileTrouble } from '../../../../kit/trouble.ts';
import type { RunId } from '../../../../model/memory/run-id.ts';
import type { Keeper } from '../../../../model/ports.ts';

/** Keeps what is destroyed in the project's own folder, beneath the run that destroys it, for its user alone. */
export function openKeeper(root: string, environment: string, run: RunId): Keeper {
  return {
    keep: async (account, text) => {
      const path = join('.cyclectl', environment, 'destroyed', run, `${account}.json`);
      await makeOwnFolder(root, path);
      const file = await makePlace(root, path);
      if (!(await writeNewFile({ path: file, text, mode: 0o600 })))
        throw refuse(file, 'is there already');
      if ((await readBack(file)) !== text)
        throw refuse(file, 'reads otherwise than it was written');
      return file;
    },
  };
}

async function makePlace(root: string, path: string): Promise<string> {
  try {
    const file = findOwnPlace(root, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    return file;
  } catch (error) {
    if (error instanceof Trouble) throw error;
    throw toFileTrouble('make', join(root, dirname(path)), error);
  }
}

async function readBack(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw toFileTrouble('read', file, error);
  }
}

function refuse(file: string, says: string): Trouble {
  return new Trouble(`${file} ${says}`, { remedy: 'Look at the disk.' });
}

import { mkdir } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { writeNewFile } from '../../kit/files/write-file.ts';
import { toFileError } from '../../kit/operational-error.ts';

const ownFolder = '.cyclectl';

/**
 * Creates the folder of a path that cyclectl keeps, with a .gitignore, because keys and credentials
 * are in it. Existing folders and paths elsewhere stay unchanged. Throws `OperationalError`.
 */
export async function makeOwnFolder(root: string, path: string): Promise<void> {
  if (normalize(path).split(sep)[0] !== ownFolder) return;
  const folder = join(root, ownFolder);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
    throw toFileError('make', folder, error);
  }
  await writeNewFile({ path: join(folder, '.gitignore'), text: '*\n', mode: 0o600 });
}

import { lstat, mkdir, stat } from 'node:fs/promises';
import { join, normalize, sep } from 'node:path';
import { writeNewFile } from '../../kit/files/write-file.ts';
import { OperationalError, toFileError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';

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

/**
 * Refuses to write through a link, because a branch can add one at a path that a command writes.
 * Links to a device, such as `/dev/stdout`, are allowed. Throws `OperationalError`.
 */
export async function checkNotLink(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  // An unreadable path is reported by the write itself.
  if (found === null || !found.isFile()) return;
  if (!(await lstat(path)).isSymbolicLink()) return;
  throw new OperationalError(`${toVisible(path)} is a link to another file`, {
    remedy: 'Name the file itself, or remove the link first.',
  });
}

import { findInside } from '../../kit/files/inside-folder.ts';
import { OperationalError, toFileError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';

/** Files of SQLite beside a store. */
const storeSuffixes = ['-wal', '-shm', '-journal'];

/**
 * Resolves a path of cyclectl in the project folder: a store, a world, a data folder. Refuses links
 * that lead outside, because a branch can add them. Throws `OperationalError`.
 */
export function resolveOwnPath(root: string, path: string): string {
  const location = readLink(root, path);
  if (location !== null) return location;
  throw new OperationalError(`${toVisible(path)} is outside the project folder`, {
    remedy: 'A part of it is a link or a file. Remove that part, or name another path.',
  });
}

// A file where a folder is needed, or a folder that may not be looked into.
function readLink(root: string, path: string): string | null {
  try {
    return findInside(root, path);
  } catch (error) {
    throw toFileError('use', toVisible(path), error);
  }
}

/** The same for the file of a store, with the files beside it. */
export function resolveStorePath(root: string, path: string): string {
  for (const side of storeSuffixes) resolveOwnPath(root, `${path}${side}`);
  return resolveOwnPath(root, path);
}

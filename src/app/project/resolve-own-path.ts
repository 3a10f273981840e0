import { findInside } from '../../kit/files/inside-folder.ts';
import { OperationalError, toFileError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';

/** Files that SQLite keeps beside a store. */
const storeSuffixes = ['-wal', '-shm', '-journal'];

/**
 * The place of what cyclectl reads or writes in the project folder for itself: a store, a world, a data folder.
 * A branch can bring links along, so that none may lead out. Throws `OperationalError`.
 */
export function resolveOwnPath(root: string, path: string): string {
  const place = readLink(root, path);
  if (place !== null) return place;
  throw new OperationalError(`${toVisible(path)} leads out of the project folder`, {
    remedy: 'A part of it is a link, or a file in the way: remove that, or name another path.',
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

/** The same for the file of a store, with the files that stand beside it. */
export function resolveStorePath(root: string, path: string): string {
  for (const side of storeSuffixes) resolveOwnPath(root, `${path}${side}`);
  return resolveOwnPath(root, path);
}

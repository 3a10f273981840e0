import { findInside } from '../../kit/files/inside-folder.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import { Trouble, toFileTrouble } from '../../kit/trouble.ts';

/** Files that SQLite keeps beside a store. */
const sides = ['-wal', '-shm', '-journal'];

/**
 * The place of what cyclectl reads or writes in the project folder for itself: a store, a world, a data folder.
 * A branch can bring links along, so that none may lead out. Throws `Trouble`.
 */
export function findOwnPlace(root: string, path: string): string {
  const place = lookInside(root, path);
  if (place !== null) return place;
  throw new Trouble(`${toVisible(path)} leads out of the project folder`, {
    remedy: 'A part of it is a link, or a file in the way: remove that, or name another path.',
  });
}

// A file where a folder is needed, or a folder that may not be looked into.
function lookInside(root: string, path: string): string | null {
  try {
    return findInside(root, path);
  } catch (error) {
    throw toFileTrouble('use', toVisible(path), error);
  }
}

/** The same for the file of a store, with the files that stand beside it. */
export function findStorePlace(root: string, path: string): string {
  for (const side of sides) findOwnPlace(root, `${path}${side}`);
  return findOwnPlace(root, path);
}

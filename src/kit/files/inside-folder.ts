import { lstatSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';

/**
 * The place of a path that lies beneath a folder, be there something or not, or be the folder itself not there yet; null for one that leads out of it,
 * by `..`, by a link on its way or by a link that it is itself, also one to nothing.
 */
export function findInside(folder: string, path: string): string | null {
  if (isAbsolute(path) || path.includes('\0')) return null;
  const named = resolve(folder);
  // In a folder that is still to be made there are no links.
  const root = kindOf(named) === 'nothing' ? named : realpathSync.native(named);
  const names = relative(root, resolve(root, path)).split(sep);
  if (names[0] === '..') return null;
  let place = root;
  for (const [index, name] of names.entries()) {
    const next = join(place, name);
    const kind = kindOf(next);
    if (kind === 'nothing') return join(place, ...names.slice(index));
    place = kind === 'link' ? followLink(next) : next;
    if (!isBeneath(root, place)) return null;
  }
  return place;
}

/** Whether a path is a folder or beneath it; both as they are, links undone. */
export function isBeneath(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function kindOf(path: string): 'nothing' | 'link' | 'other' {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 'nothing';
  return found.isSymbolicLink() ? 'link' : 'other';
}

// A link to nothing leads to the root of all: whatever is made there would be made elsewhere.
function followLink(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve('/');
  }
}

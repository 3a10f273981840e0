import { lstatSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';

/**
 * Resolves a path inside a folder, existing or not; null if it leads outside, by `..` or by a link,
 * even to nothing.
 */
export function findInside(folder: string, path: string): string | null {
  if (isAbsolute(path) || path.includes('\0')) return null;
  const named = resolve(folder);
  // In a folder that is still to be made there are no links.
  const root = kindOf(named) === 'nothing' ? named : realpathSync.native(named);
  const names = relative(root, resolve(root, path)).split(sep);
  if (names[0] === '..') return null;
  let location = root;
  for (const [index, name] of names.entries()) {
    const next = join(location, name);
    const kind = kindOf(next);
    if (kind === 'nothing') return join(location, ...names.slice(index));
    location = kind === 'link' ? followLink(next) : next;
    if (!isBeneath(root, location)) return null;
  }
  return location;
}

/** Returns whether a path is a folder or inside it; both with links resolved. */
export function isBeneath(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function kindOf(path: string): 'nothing' | 'link' | 'other' {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 'nothing';
  return found.isSymbolicLink() ? 'link' : 'other';
}

// A link to nothing resolves to the root, because a file created there would be elsewhere.
function followLink(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve('/');
  }
}

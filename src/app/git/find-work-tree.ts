import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { isBeneath } from '../../kit/files/inside-folder.ts';

/** A folder that git has checked out; every path is absolute, with links resolved. */
export type WorkTree = {
  readonly top: string;
  readonly gitDir: string;
  /**
   * The folder that a branch can write: the top, or the top of the outer repository for a
   * submodule.
   */
  readonly bound: string;
  /** The requested folder relative to the top, ending with `/`; empty at the top. */
  readonly prefix: string;
};

const maxBytes = 64 * 1024;

/**
 * Finds the work tree of a folder, or null. Only a `.git` counts, because git never commits one; a
 * `.git` file that leads to files of a branch is ignored.
 */
export function findWorkTree(directory: string): WorkTree | null {
  const folder = resolveReal(directory);
  if (folder === null) return null;
  for (let top = folder; ; top = dirname(top)) {
    const gitDir = readDotGit(top);
    if (gitDir !== null && !canBeCommitted(gitDir, top)) {
      const way = relative(top, folder).split(sep).join('/');
      const prefix = way === '' ? '' : `${way}/`;
      return { top, gitDir, bound: findBound(gitDir, top), prefix };
    }
    if (top === dirname(top)) return null;
  }
}

// The repository that a folder's own `.git` is or leads to. A folder without HEAD is none for git either.
function readDotGit(folder: string): string | null {
  const path = join(folder, '.git');
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return null;
    if (found.isDirectory()) return existsSync(join(path, 'HEAD')) ? resolveReal(path) : null;
    if (!found.isFile() || found.size > maxBytes) return null;
    const [, target] = /^gitdir: ([^\n]+?)[\r\n]*$/.exec(readFileSync(path, 'utf8')) ?? [];
    return target === undefined ? null : resolveReal(resolve(folder, target));
  } catch (error) {
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}

// Returns whether a commit could contain the repository: it is in a work tree, and outside its
// `.git`.
function canBeCommitted(gitDir: string, top: string): boolean {
  for (let path = gitDir; path !== dirname(path); path = dirname(path)) {
    if (basename(path) === '.git') return false;
    const folder = dirname(path);
    if (folder === top) return true;
    const own = readDotGit(folder);
    // A folder that keeps its own repository under another name has no files checked out.
    if (own !== null && !isBeneath(own, gitDir)) return true;
  }
  return false;
}

function findBound(gitDir: string, top: string): string {
  const names = gitDir.split(sep);
  const at = names.indexOf('.git');
  const outer = at === -1 ? top : names.slice(0, at).join(sep) || sep;
  return isBeneath(outer, top) ? outer : top;
}

/** A path with links resolved, or null. */
export function resolveReal(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

/** Where a folder lies in a Git repository. */
export type RepositoryLocation = {
  /** The top of the repository; null outside of one. */
  readonly repository: string | null;
  /** The folder relative to the top, with forward slashes; empty at the top. */
  readonly within: string;
};

/** The Git repository that a folder is in, be it there already or not. */
export function findRepository(directory: string): RepositoryLocation {
  const folder = resolve(directory);
  for (let top = folder; ; top = dirname(top)) {
    if (existsSync(join(top, '.git')))
      return { repository: top, within: relative(top, folder).split(sep).join('/') };
    if (top === dirname(top)) return { repository: null, within: '' };
  }
}

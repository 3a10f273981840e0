import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

// Asks for a private folder, because Node runs cached code and checks its sum alone. Its default
// folder has a known name below the temporary one, and may belong to another user.

type Environment = Readonly<Record<string, string | undefined>>;

/** Id of the user who runs this; null on systems without user ids. */
type User = number | null;

/**
 * Caches compiled code in a private folder of this user, if one can be made. Node uses a folder
 * named by NODE_COMPILE_CACHE on its own.
 */
export function openCodeCache(environment: Environment): void {
  if (environment.NODE_COMPILE_CACHE || environment.NODE_DISABLE_COMPILE_CACHE) return;
  const folder = makeCodeFolder(findCacheFolder(environment), process.getuid?.() ?? null);
  if (folder !== null) enableCompileCache(folder);
}

/** Finds the user's cache folder by the XDG base directories; a relative one counts as unset. */
export function findCacheFolder({ XDG_CACHE_HOME = '' }: Environment): string {
  const home = process.platform === 'darwin' ? 'Library/Caches' : '.cache';
  return isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), home);
}

/**
 * Creates the folder for compiled code with 0700 below a cache folder. Returns null where another
 * user, a link or a Git checkout can put code there.
 */
export function makeCodeFolder(caches: string, user: User): string | null {
  if (user === null) return null;
  try {
    mkdirSync(caches, { recursive: true, mode: 0o700 });
    const real = realpathSync(caches);
    const own = join(real, 'cyclectl');
    const folder = join(own, 'compiled');
    const isSafe =
      listUpwards(real).every((path) => isTamperProof(path, user)) &&
      [own, folder].every((path) => makePrivate(path, user));
    return isSafe ? folder : null;
  } catch (error) {
    // Starts without a cache where the home is missing, full, read-only or owned by another user.
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}

/** Creates a missing folder; returns whether it is a folder (no link) of this user with no access for others. */
function makePrivate(path: string, user: number): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) mkdirSync(path, { mode: 0o700 });
  const found = lstatSync(path);
  return found.isDirectory() && found.uid === user && (found.mode & 0o077) === 0;
}

/**
 * Checks that only root and this user can write to a folder or move its entries, and that it is no
 * Git checkout.
 */
function isTamperProof(path: string, user: number): boolean {
  if (existsSync(join(path, '.git'))) return false;
  const { uid, mode } = lstatSync(path);
  return (uid === 0 || uid === user) && ((mode & 0o022) === 0 || (mode & 0o1000) !== 0);
}

function listUpwards(path: string): readonly string[] {
  const above = dirname(path);
  return above === path ? [path] : [path, ...listUpwards(above)];
}

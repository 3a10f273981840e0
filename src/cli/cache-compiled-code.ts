import { existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';

// Node can keep compiled code on disk, which makes a start several times faster. What lies in its folder is run:
// it is Node's own sum that is checked, and no signature. Node's standard folder lies in the temporary folder, under a name
// that all users of a machine know, and may be anybody's.

type Environment = Readonly<Record<string, string | undefined>>;

/** The user who runs this; null where users have no numbers. */
type User = number | null;

/**
 * Keeps compiled code in a folder of this user alone, and none where that cannot be had. A folder that the operator
 * has named (NODE_COMPILE_CACHE) is Node's to use since its start.
 */
export function cacheCompiledCode(environment: Environment): void {
  if (environment.NODE_COMPILE_CACHE || environment.NODE_DISABLE_COMPILE_CACHE) return;
  const folder = makeCodeFolder(findCacheFolder(environment), process.getuid?.() ?? null);
  if (folder !== null) enableCompileCache(folder);
}

/** The user's folder for caches, after the XDG base directories; a relative one counts as not set. */
export function findCacheFolder({ XDG_CACHE_HOME = '' }: Environment): string {
  const home = process.platform === 'darwin' ? 'Library/Caches' : '.cache';
  return isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), home);
}

/**
 * The folder for compiled code beneath one for caches, made with 0700 where it is missing. Null where it cannot be made, is a
 * link, is not this user's alone, or lies in a folder in which another user, or a branch that Git checks out, may put
 * something in its place.
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
    // A home that is missing, full, read-only or somebody else's: the start is slower, and nothing else.
    if (error instanceof Error && 'code' in error) return null;
    throw error;
  }
}

/** Makes a folder where none is; whether what is there is a folder, no link, of this user and for no other. */
function makePrivate(path: string, user: number): boolean {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) mkdirSync(path, { mode: 0o700 });
  const found = lstatSync(path);
  return found.isDirectory() && found.uid === user && (found.mode & 0o077) === 0;
}

/**
 * Whether what lies in a folder stays there: nobody but root and this user may write to it, or move what is another's, and
 * it is no checkout, whose files are a branch's.
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

import { access, constants, realpath, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join, resolve, sep } from 'node:path';
import { isBeneath } from './inside-folder.ts';

/**
 * Resolves a program by name or absolute path, or null. Files below `root` are excluded, because a
 * branch could add one under an allowed name, and package runners put project folders on the PATH.
 */
export async function findProgram(
  name: string,
  { path, root }: { readonly path: string; readonly root: string },
): Promise<string | null> {
  const home = await realpath(root);
  for (const location of listPlaces(name, path)) {
    const found = await findFile(location);
    if (found !== null && !isBeneath(home, found) && !isBeneath(resolve(root), location))
      return location;
  }
  return null;
}

// A relative folder of the PATH means another one wherever the command is run.
function listPlaces(name: string, path: string): readonly string[] {
  if (isAbsolute(name)) return [name];
  if (name.includes('/') || name.includes(sep)) return [];
  return path
    .split(delimiter)
    .filter(isAbsolute)
    .map((folder) => join(folder, name));
}

async function findFile(location: string): Promise<string | null> {
  try {
    await access(location, constants.X_OK);
    return (await stat(location)).isFile() ? await realpath(location) : null;
  } catch {
    // Not executable; the next folder of the PATH is tried.
    return null;
  }
}

import { realpathSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { look } from '../../kit/files/look.ts';
import { writeFileAtomically, writeNewFile } from '../../kit/files/write-file.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import { Trouble, toFileTrouble } from '../../kit/trouble.ts';
import type { ManifestFiles } from '../../model/manifest/manifest-files.ts';
import { findOwnPlace } from './find-own-place.ts';

/**
 * Files of manifests in a project folder. What is in the way of a new one stays: a file, and a link to one or to
 * nothing. One that is there is changed only as long as it is what it was when it was read.
 */
export function openManifestFiles(root: string): ManifestFiles {
  return {
    create: async (path, text) => {
      const file = await makePlace(root, path);
      if (!(await writeNewFile({ path: file, text, mode: 0o644 }))) return false;
      return confirm(file, path, text);
    },
    replace: async (path, { before, text }) => {
      const file = await makePlace(root, path);
      const found = await look(file);
      if (found === null || !found.isFile() || (await readBack(file)) !== before) return false;
      await writeFileAtomically({ path: file, text, mode: found.mode & 0o777, isExact: true });
      return confirm(file, path, text);
    },
  };
}

async function confirm(file: string, path: string, text: string): Promise<true> {
  if ((await readBack(file)) === text) return true;
  throw new Trouble(`${toVisible(path)} reads otherwise than it was written`, {
    remedy: 'Look at the disk, and at what the file has now.',
  });
}

/**
 * The path of a file of the project, whose folder is made. A branch can bring along a folder that is a link: nothing is
 * read there, and so nothing is written there. Throws `Trouble`.
 */
export async function makePlace(root: string, path: string): Promise<string> {
  const folder = dirname(path);
  const place = findOwnPlace(root, folder);
  if (place !== join(realpathSync.native(root), folder)) {
    throw new Trouble(`${toVisible(folder)} is a link, and nothing is written through one`, {
      remedy: 'Put a folder in its place; for manifests spec.manifests can name another one.',
    });
  }
  try {
    await mkdir(place, { recursive: true });
  } catch (error) {
    throw toFileTrouble('make', folder, error);
  }
  return join(root, path);
}

async function readBack(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw toFileTrouble('read', file, error);
  }
}

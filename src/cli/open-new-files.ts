import { realpathSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Trouble, toFileTrouble } from '../kit/trouble.ts';
import { toVisible } from '../kit/visible-text.ts';
import { writeNewFile } from '../kit/write-file.ts';
import type { NewFiles } from '../model/ports.ts';
import { findOwnPlace } from './find-own-place.ts';

/** New files of a project folder. What is in the way of one stays: a file, and a link to one or to nothing. */
export function openNewFiles(root: string): NewFiles {
  return {
    create: async (path, text) => {
      const file = await makePlace(root, path);
      if (!(await writeNewFile({ path: file, text, mode: 0o644 }))) return false;
      if ((await readBack(file)) === text) return true;
      throw new Trouble(`${toVisible(path)} reads otherwise than it was written`, {
        remedy: 'Look at the disk, and remove the file.',
      });
    },
  };
}

// A branch can bring along a folder that is a link: manifests are not read there, and so are not written there.
async function makePlace(root: string, path: string): Promise<string> {
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

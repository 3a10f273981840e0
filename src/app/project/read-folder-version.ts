import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { toHash } from '../../kit/hash.ts';
import { compareTexts } from '../../kit/text/compare-texts.ts';

/** Folders that hold no manifest. */
const passedOver: ReadonlySet<string> = new Set(['.git', '.cyclectl', 'node_modules']);

/**
 * Reads a mark of a folder that changes with the names, sizes and times of its files, and with the folder
 * that a link leads to. A folder that is gone has a mark.
 */
export async function readFolderMark(directory: string): Promise<string> {
  const real = await unlessGone(realpath(directory));
  if (real === null) return toHash('');
  const marks: string[] = [real];
  for (const path of await listFiles(real)) {
    const found = await unlessGone(lstat(join(real, path)));
    marks.push(found === null ? path : `${path} ${found.size} ${found.mtimeMs} ${found.ino}`);
  }
  return toHash(marks.join('\n'));
}

/** Reads a mark of the contents of a folder, which is the same on each machine. */
export async function readContentMark(directory: string): Promise<string> {
  const real = await realpath(directory);
  const marks: string[] = [];
  for (const path of await listFiles(real))
    marks.push(`${path} ${toHash((await readFile(join(real, path))).toString('base64'))}`);
  return toHash(marks.join('\n'));
}

async function listFiles(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  const walk = async (folder: string): Promise<void> => {
    const entries = await unlessGone(readdir(join(root, folder), { withFileTypes: true }));
    for (const entry of entries ?? []) {
      if (passedOver.has(entry.name)) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile()) found.push(path);
    }
  };
  await walk('');
  return found.toSorted(compareTexts);
}

// Who updates the folder may delete a file between two looks.
async function unlessGone<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

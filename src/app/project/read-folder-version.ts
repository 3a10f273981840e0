import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { toHash } from '../../kit/hash.ts';
import { compareTexts } from '../../kit/text/compare-texts.ts';

/** Folders that hold no manifest. */
const passedOver: ReadonlySet<string> = new Set(['.git', '.cyclectl', 'node_modules']);

/**
 * Reads a mark of a folder that changes with its files: of their names, sizes and times, without their
 * contents. A link that leads to another folder changes it too.
 */
export async function readFolderMark(directory: string): Promise<string> {
  const real = await realpath(directory);
  const marks: string[] = [real];
  for (const path of await listFiles(real)) {
    const { size, mtimeMs, ino } = await lstat(join(real, path));
    marks.push(`${path} ${size} ${mtimeMs} ${ino}`);
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
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      if (passedOver.has(entry.name)) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) await walk(path);
      else if (entry.isFile()) found.push(path);
    }
  };
  await walk('');
  return found.toSorted(compareTexts);
}

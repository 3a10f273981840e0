import { join } from 'node:path';
import { openFolder } from '../../../kit/files/folder.ts';
import { findStats } from '../../../kit/files/read-text.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { addMissingParts } from './files/add-missing-parts.ts';
import type { FileResult, ScaffoldFile } from './scaffold.ts';

/** File with its change; null writes nothing. */
export type PlannedFile = FileResult & { readonly write: PlannedWrite | null };

export type PlannedWrite = {
  readonly text: string;
  /** Current content to restore; null when the file is new. */
  readonly before: { readonly text: string; readonly mode: number } | null;
};

/**
 * Plans each file of a new project in a folder that may not exist yet. Overwrites nothing, and
 * refuses links, because a branch can contain them. Throws `OperationalError`.
 */
export async function makeFilesPlan(
  directory: string,
  files: readonly ScaffoldFile[],
): Promise<readonly PlannedFile[]> {
  const places: PlannedFile[] = [];
  for (const file of files) places.push(await planFile(directory, file));
  return places;
}

async function planFile(
  directory: string,
  { path, text, adds }: ScaffoldFile,
): Promise<PlannedFile> {
  await checkNoLinkedFolders(directory, path);
  const found = await findStats(join(directory, path));
  if (found === null) return { path, did: 'written', adds: null, write: { text, before: null } };
  if (adds === undefined) return { path, did: 'kept', adds: null, write: null };
  const now = found.isFile() ? await readWhole(directory, path) : null;
  const { text: completed, adds: lacking } = addMissingParts(now, adds);
  if (now === null || completed === null) return { path, did: 'kept', adds: lacking, write: null };
  const before = { text: now, mode: found.mode & 0o777 };
  return { path, did: 'completed', adds: lacking, write: { text: completed, before } };
}

async function checkNoLinkedFolders(directory: string, path: string): Promise<void> {
  const names = path.split('/').slice(0, -1);
  for (const [index] of names.entries()) {
    const folder = names.slice(0, index + 1).join('/');
    const found = await findStats(join(directory, folder));
    if (found === null) return;
    if (found.isDirectory()) continue;
    const what = found.isSymbolicLink() ? 'a link' : 'not a folder';
    throw new OperationalError(
      `${toVisible(join(directory, folder))} is ${what}; init needs it for ${path}`,
      {
        remedy: 'Move it away, or pass another folder with -C.',
      },
    );
  }
}

// Reads every byte, because untouched parts must stay the same; null when it is not such a text.
async function readWhole(directory: string, path: string): Promise<string | null> {
  const reading = await openFolder(directory).readBytes(path);
  if (!reading.ok || reading.bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(reading.bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

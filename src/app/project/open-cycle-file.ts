import { mkdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type CycleFileResult, loadCycleFile } from '../../engine/cycle-file/load-cycle-files.ts';
import { openFolder } from '../../kit/files/folder.ts';
import { readText, withLineEnds } from '../../kit/files/read-text.ts';
import { writeFileAtomically } from '../../kit/files/write-file.ts';
import { OperationalError, toFileError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import {
  type Blob,
  cycleFileExtension,
  cycleFileFormat,
  toBlobFileName,
} from '../../model/desired/cycle-file/cycle-file.ts';
import { checkNotLink } from './make-own-folder.ts';

/** Opens a cycle file of the command line, with its parts. */
export async function openCycleFile(path: string): Promise<CycleFileResult> {
  const folder = openFolder(dirname(resolve(path)));
  return loadCycleFile({ read: (name) => folder.read(basename(name)) }, path, null);
}

/** Reads the text of a cycle file, or null. Throws `OperationalError`. */
export async function readCycleText(path: string): Promise<string | null> {
  try {
    return await readText(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw toFileError('read', path, error);
  }
}

/** Checks that a path is a cycle file or free. Throws `OperationalError`. */
export async function checkCycleFilePath(path: string): Promise<void> {
  if (!path.endsWith(cycleFileExtension)) {
    throw new OperationalError(`${toVisible(path)} is not the name of a cycle file`, {
      remedy: `Write a name that ends in ${cycleFileExtension}.`,
    });
  }
  await checkNotLink(path);
  const text = await readCycleText(path);
  if (text === null || text.includes(`"${cycleFileFormat.split('/')[0]}/`)) return;
  throw new OperationalError(`${toVisible(path)} exists and is not a cycle file`, {
    remedy: 'Name another file, or remove this one first.',
  });
}

/**
 * Writes a cycle file after its parts, so that a reader finds all of it. Keeps the line ends of an
 * existing file. Throws `OperationalError`.
 */
export async function writeCycleFiles(
  path: string,
  { text, blobs }: { readonly text: string; readonly blobs: readonly Blob[] },
): Promise<void> {
  const folder = dirname(path);
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw toFileError('make', folder, error);
  }
  for (const blob of blobs) {
    const beside = join(folder, basename(toBlobFileName(path, blob.digest)));
    await checkNotLink(beside);
    await writeFileAtomically({ path: beside, text: blob.text, mode: 0o644 });
  }
  const kept = withLineEnds(text, await readCycleText(path));
  await writeFileAtomically({ path, text: kept, mode: 0o644 });
}

import { existsSync } from 'node:fs';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFileAtomically, writeNewFile } from '../../../kit/files/write-file.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { Trouble, toFileTrouble } from '../../../kit/trouble.ts';
import type { PlannedPlace, PlannedWrite } from './look-at-places.ts';

/** How what was done is taken back. */
type Undo = { readonly path: string; readonly back: () => Promise<void> };

/**
 * Writes all places in their order, or none: where one fails, or the process is asked to end, what was written before
 * is taken back. Throws `Trouble`.
 */
export async function writePlaces(
  directory: string,
  places: readonly PlannedPlace[],
  stopping: AbortSignal,
): Promise<void> {
  const done: Undo[] = [];
  try {
    for (const { path, write } of places) {
      if (stopping.aborted) throw interrupted();
      if (write === null) continue;
      const target = join(directory, path);
      await makeFolder(dirname(target), done);
      await writePlace(target, write);
      done.push({ path: target, back: () => takeBack(target, write) });
    }
  } catch (error) {
    throw await withoutTraces(error, done);
  }
}

async function writePlace(path: string, { text, before }: PlannedWrite): Promise<void> {
  if (before !== null) return writeFileAtomically({ path, text, mode: before.mode });
  if (await writeNewFile({ path, text, mode: 0o644 })) return;
  throw new Trouble(`${toVisible(path)} came to be there while cyclectl was at work`, {
    remedy: 'Run the command again when nothing else writes to the folder.',
  });
}

async function takeBack(path: string, { before }: PlannedWrite): Promise<void> {
  if (before === null) return rm(path);
  return writeFileAtomically({ path, ...before });
}

// Links to the project folder are followed; those within it were refused before.
async function makeFolder(path: string, done: Undo[]): Promise<void> {
  if (existsSync(path)) return;
  if (dirname(path) !== path) await makeFolder(dirname(path), done);
  try {
    await mkdir(path);
    done.push({ path, back: () => rmdir(path) });
  } catch (error) {
    throw toFileTrouble('make', toVisible(path), error);
  }
}

async function withoutTraces(error: unknown, done: readonly Undo[]): Promise<unknown> {
  const left: string[] = [];
  for (const { path, back } of done.toReversed()) {
    // Whatever keeps one from being taken back, the others are.
    await back().catch(() => left.push(path));
  }
  if (left.length === 0 || !(error instanceof Error)) return error;
  const remedy = `Remove ${left.map(toVisible).join(', ')}, which could not be taken back.`;
  return new Trouble(error.message, { remedy, cause: error });
}

function interrupted(): Trouble {
  return new Trouble('it was asked to end, and nothing was written', {
    remedy: 'Run the command again.',
  });
}

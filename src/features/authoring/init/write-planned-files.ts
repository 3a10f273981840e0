import { existsSync } from 'node:fs';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeFileAtomically, writeNewFile } from '../../../kit/files/write-file.ts';
import { OperationalError, toFileError } from '../../../kit/operational-error.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import type { PlannedFile, PlannedWrite } from './make-files-plan.ts';

/** Takes a write back. */
type Rollback = { readonly path: string; readonly run: () => Promise<void> };

/**
 * Writes all files in order, or none: takes earlier writes back when one fails or the process is asked
 * to stop. Throws `OperationalError`.
 */
export async function writePlannedFiles(
  directory: string,
  places: readonly Pick<PlannedFile, 'path' | 'write'>[],
  stopping: AbortSignal,
): Promise<void> {
  const done: Rollback[] = [];
  try {
    for (const { path, write } of places) {
      if (stopping.aborted) throw toInterruptedError();
      if (write === null) continue;
      const target = join(directory, path);
      await makeFolder(dirname(target), done);
      await writePlannedFile(target, write);
      done.push({ path: target, run: () => restoreFile(target, write) });
    }
  } catch (error) {
    throw await rollBack(error, done);
  }
}

async function writePlannedFile(path: string, { text, before }: PlannedWrite): Promise<void> {
  if (before !== null) return writeFileAtomically({ path, text, mode: before.mode });
  if (await writeNewFile({ path, text, mode: 0o644 })) return;
  throw new OperationalError(`${toVisible(path)} was created while cyclectl ran`, {
    remedy: 'Run the command again when nothing else writes to the folder.',
  });
}

async function restoreFile(path: string, { before }: PlannedWrite): Promise<void> {
  if (before === null) return rm(path);
  return writeFileAtomically({ path, ...before });
}

// Follows links to the project folder; those within it are refused before.
async function makeFolder(path: string, done: Rollback[]): Promise<void> {
  if (existsSync(path)) return;
  if (dirname(path) !== path) await makeFolder(dirname(path), done);
  try {
    await mkdir(path);
    done.push({ path, run: () => rmdir(path) });
  } catch (error) {
    throw toFileError('make', toVisible(path), error);
  }
}

async function rollBack(error: unknown, done: readonly Rollback[]): Promise<unknown> {
  const left: string[] = [];
  for (const { path, run } of done.toReversed()) {
    // Goes on with the others even if one fails.
    await run().catch(() => left.push(path));
  }
  if (left.length === 0 || !(error instanceof Error)) return error;
  const remedy = `Remove ${left.map(toVisible).join(', ')}, which could not be reverted.`;
  return new OperationalError(error.message, { remedy, cause: error });
}

function toInterruptedError(): OperationalError {
  return new OperationalError('interrupted; nothing was written', {
    remedy: 'Run the command again.',
  });
}

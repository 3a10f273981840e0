import { createReadStream, type ReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LongLineError, readLineStream } from '../../kit/files/bounded-lines.ts';
import { checkNotNamedPipe } from '../../kit/files/read-text.ts';
import { writeFileAtomically } from '../../kit/files/write-file.ts';
import { OperationalError, toFileError } from '../../kit/operational-error.ts';
import { planFormat } from '../../model/plan/plan.ts';
import type { TextFile } from '../../model/ports.ts';
import { checkNotLink } from '../project/make-own-folder.ts';
import { openTemporaryFolder } from './open-temporary-folder.ts';

/** A plan's file: the named one, or one in a folder of its own that is removed afterwards. */
export async function openTextFile(
  path: string | null,
): Promise<{ readonly file: TextFile; readonly remove: () => Promise<void> }> {
  const opened = path === null ? await openTemporaryFolder() : null;
  const at = path ?? join(opened?.folder ?? '', 'plan.json');
  return {
    file: {
      write: (pieces) => writeFileAtomically({ path: at, text: pieces, mode: 0o600 }),
      lines: () => readLines(at, toPlanError),
    },
    remove: async () => opened?.remove(),
  };
}

/**
 * A private copy of a saved plan, so that the checked content is the applied one. A file that does
 * not start as a plan is copied only in part. Throws `OperationalError`.
 */
export async function openSavedPlan(path: string): ReturnType<typeof openTextFile> {
  const copy = await openTextFile(null);
  try {
    await copy.file.write(readPieces(path));
    return copy;
  } catch (error) {
    await copy.remove();
    throw error;
  }
}

async function* readPieces(path: string): AsyncGenerator<string, void, undefined> {
  const input = openStream(path, toPlanError);
  let isPlan = false;
  try {
    for await (const piece of input) {
      const text = String(piece);
      yield text;
      isPlan ||= /^\{\r?\n"/.test(text);
      if (!isPlan) return;
    }
  } catch (error) {
    throw toPlanError(path, error);
  } finally {
    input.destroy();
  }
}

/** Enough to identify a plan. */
const headBytes = 4096;

/**
 * Allows an earlier plan, a new file or a device; refuses any other file and a link, because they
 * may be of value. Throws `OperationalError`.
 */
export async function checkPlanFilePath(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  // An unreadable path is reported by the write itself.
  if (found === null || !found.isFile()) return;
  await checkNotLink(path);
  if (found.size === 0) return;
  const head = await readHead(path);
  if (head.startsWith('{\n') && head.includes(`"format":"${planFormat.split('/v')[0]}/v`)) return;
  throw new OperationalError(`${path} exists already and is not a plan`, {
    remedy: 'Name another file with --out, or remove this one first.',
  });
}

/** The start of a file. Throws `OperationalError`. */
export async function readHead(path: string): Promise<string> {
  try {
    const handle = await open(path, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw toFileError('read', path, error);
  }
}

/** More characters than the plan of an account ever has. */
const maxLineLength = 16 * 1024 * 1024;

/**
 * A document that cyclectl wrote, read line by line. Throws `OperationalError` while it is read.
 */
export function openDocument(path: string): Pick<TextFile, 'lines'> {
  return { lines: () => readLines(path, toDocumentError) };
}

type ToError = (path: string, error: unknown) => unknown;

function openStream(path: string, toTrouble: ToError): ReadStream {
  try {
    checkNotNamedPipe(path);
    return createReadStream(path, 'utf8');
  } catch (error) {
    throw toTrouble(path, error);
  }
}

async function* readLines(
  path: string,
  toTrouble: ToError,
): AsyncGenerator<string, void, undefined> {
  const input = openStream(path, toTrouble);
  try {
    yield* readLineStream(input, maxLineLength);
  } catch (error) {
    throw toTrouble(path, error);
  } finally {
    input.destroy();
  }
}

const toPlanError = makeToError('plan', 'Name a file that cyclectl plan --out wrote.');

const toDocumentError = makeToError(
  'report',
  'Name a file that cyclectl wrote with --report json=FILE or --format json.',
);

function makeToError(what: string, remedy: string): ToError {
  return (path, error) => {
    if (error instanceof LongLineError)
      return new OperationalError(`the file is not a ${what}: ${error.message}`, {
        remedy,
        cause: error,
      });
    if (!(error instanceof Error && 'syscall' in error)) return error;
    const { message } = toFileError(`read the ${what}`, path, error);
    return new OperationalError(message, { remedy, cause: error });
  };
}

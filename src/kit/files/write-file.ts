import { randomBytes } from 'node:crypto';
import { link, lstat, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { toHash } from '../hash.ts';
import { isRunning, readMachine } from '../machine.ts';
import { OperationalError, toFileError } from '../operational-error.ts';
import { writePipe } from './write-pipe.ts';

export type FileWrite = {
  readonly path: string;
  /** The text, whole or in pieces as they come. */
  readonly text: string | AsyncIterable<string>;
  /** Permission bits of the file, such as 0o600. */
  readonly mode: number;
  /** The file has these bits whatever the process leaves out of new files. */
  readonly isExact?: true;
  /** Aborted when the process must end: then a pipe without a reader is given up. */
  readonly stopping?: AbortSignal;
};

/**
 * Writes a file atomically, also across a crash. Follows links; writes directly to special files,
 * such as `/dev/stdout`. Throws `OperationalError`; errors of the text's source pass unchanged.
 * Leaves no temporary file.
 */
export async function writeFileAtomically(write: FileWrite): Promise<void> {
  const source = watchSource(write.text);
  try {
    const target = await findTarget(write.path);
    if (target === 'pipe') await writePipe(write.path, source.text, write.stopping);
    else if (target === 'device') await writeThrough(write.path, source.text);
    else await writeBeside({ ...write, path: target.path, text: source.text }, rename);
  } catch (error) {
    if (source.hasFailed() || error instanceof OperationalError) throw error;
    throw toFileError('write', write.path, error);
  }
}

/**
 * Writes a new file, whole or not at all. False if the file exists, unchanged. Concurrent calls
 * have one winner. Throws `OperationalError`.
 */
export async function writeNewFile(write: FileWrite & { text: string }): Promise<boolean> {
  try {
    await writeBeside(write, link);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw toFileError('write', write.path, error);
  }
}

async function writeBeside(
  write: FileWrite,
  deliver: (temporary: string, path: string) => Promise<void>,
): Promise<void> {
  const folder = dirname(write.path);
  const temporary = join(folder, await makeTemporaryName(write));
  try {
    const handle = await open(temporary, 'wx', write.mode);
    try {
      if (write.isExact === true) await handle.chmod(write.mode);
      await handle.writeFile(typeof write.text === 'string' ? write.text : inBlocks(write.text));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await deliver(temporary, write.path);
  } finally {
    await rm(temporary, { force: true });
  }
  await syncFolder(folder);
}

/**
 * Makes a temporary name beside the file. Slow writes, such as a plan, have the process in the
 * name, and files of dead processes are removed first, because they have customer data.
 */
async function makeTemporaryName({ path, text }: FileWrite): Promise<string> {
  const random = randomBytes(6).toString('hex');
  const head = `.${basename(path)}.`;
  if (typeof text === 'string') return `${head}${random}.tmp`;
  const { host, boot, pid } = readMachine();
  const start = toHash(`${host} ${boot}`).slice(0, 12);
  const names = await readdir(dirname(path)).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(head))) {
    const [, of, other] = temporaryName.exec(name.slice(head.length)) ?? [];
    if (of !== start || other === undefined || isRunning(Number(other))) continue;
    await deleteTemporary(join(dirname(path), name));
  }
  return `${head}${start}-${pid}-${random}.tmp`;
}

// A failed removal is retried by the next write.
async function deleteTemporary(path: string): Promise<boolean> {
  try {
    await rm(path, { force: true });
    return true;
  } catch {
    return false;
  }
}

const temporaryName = /^([0-9a-f]{12})-([1-9]\d{0,9})-[0-9a-f]{12}\.tmp$/;

/** Pieces together, because each of them alone would be a call of the system. */
async function* inBlocks(pieces: AsyncIterable<string>): AsyncGenerator<string, void, undefined> {
  let block = '';
  for await (const piece of pieces) {
    block += piece;
    if (block.length < blockLength) continue;
    yield block;
    block = '';
  }
  yield block;
}

const blockLength = 65_536;

async function writeThrough(path: string, text: FileWrite['text']): Promise<void> {
  const handle = await open(path, 'w');
  try {
    await handle.writeFile(text);
  } finally {
    await handle.close();
  }
}

/** The regular file to replace, or the kind of special file. */
async function findTarget(path: string): Promise<{ readonly path: string } | 'pipe' | 'device'> {
  const found = await stat(path).catch(ifMissing);
  if (found === null) return { path };
  if (!found.isFile()) return found.isFIFO() ? 'pipe' : 'device';
  return { path: (await lstat(path)).isSymbolicLink() ? await realpath(path) : path };
}

/** A rename is durable only once its folder is. Windows cannot open a folder and needs no sync. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Separates errors of the text's source from errors of the disk. */
function watchSource(text: FileWrite['text']): {
  readonly text: FileWrite['text'];
  readonly hasFailed: () => boolean;
} {
  if (typeof text === 'string') return { text, hasFailed: () => false };
  let failed = false;
  async function* watch(pieces: AsyncIterable<string>): AsyncGenerator<string> {
    try {
      yield* pieces;
    } catch (error) {
      failed = true;
      throw error;
    }
  }
  return { text: watch(text), hasFailed: () => failed };
}

import { constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { OperationalError } from '../operational-error.ts';
import { startGracePeriod } from '../tasks/duration.ts';

const betweenTriesMs = 5;

/**
 * Writes to a pipe at the speed of its reader, and waits for the reader of a named one.
 * Non-blocking, so that the process can end; given up some seconds after `stopping`.
 */
export async function writePipe(
  path: string,
  text: string | AsyncIterable<string>,
  stopping?: AbortSignal,
): Promise<void> {
  const { signal, giveUp } = startGracePeriod(stopping);
  try {
    const handle = await openPipe(path, signal);
    try {
      for await (const piece of typeof text === 'string' ? [text] : text) {
        await writePiece(handle, Buffer.from(piece), signal);
      }
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new OperationalError(`cannot write ${path}: no process reads from this pipe`, {
      remedy: 'Start the reader of the pipe before cyclectl writes to it.',
      cause: error,
    });
  } finally {
    giveUp();
  }
}

// An unnamed pipe already has its only reader.
async function openPipe(path: string, signal: AbortSignal): Promise<FileHandle> {
  const hasName = (await lstat(path)).isFIFO();
  for (;;) {
    try {
      return await open(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if (!hasName || !isCode(error, 'ENXIO')) throw error;
    }
    await setTimeout(betweenTriesMs, undefined, { signal });
  }
}

async function writePiece(handle: FileHandle, bytes: Buffer, signal: AbortSignal): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    try {
      written += (await handle.write(bytes, written)).bytesWritten;
    } catch (error) {
      if (!isCode(error, 'EAGAIN')) throw error;
      await setTimeout(betweenTriesMs, undefined, { signal });
    }
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

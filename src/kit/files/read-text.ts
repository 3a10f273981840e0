import { createReadStream, realpathSync, statSync } from 'node:fs';

/** More than any file has that is read as one text; a device may have no end. */
const maxBytes = 64 * 1024 * 1024;

/**
 * The whole text of a UTF-8 file that somebody else has named. Throws as Node's `readFile` does, and errors with the
 * codes `EFIFO` for a named pipe and `EFBIG` for more than 64 MiB.
 */
export async function readText(path: string): Promise<string> {
  checkNotNamedPipe(path);
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    length += piece.length;
    if (length > maxBytes) throw makeFileError('EFBIG', path);
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

/**
 * Refuses a named pipe before it is opened: a reader waits until something opens it for writing, which may be never.
 * The pipes of a shell, such as `<(command)`, have a writer and no name. Throws an error with the code `EFIFO`.
 */
export function checkNotNamedPipe(path: string): void {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFIFO() !== true) return;
    realpathSync(path);
  } catch {
    // Without a place it is no named one, and what else is wrong is told by the attempt to read.
    return;
  }
  throw makeFileError('EFIFO', path);
}

function makeFileError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code, syscall: 'open', path });
}

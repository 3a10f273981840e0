import { createReadStream, realpathSync, type Stats, statSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { toFileError } from '../operational-error.ts';
import { toVisible } from '../text/visible-text.ts';

/** More than any file has that is read as one text; a device may have no end. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Reads a UTF-8 file of untrusted name. Throws as Node's `readFile`, and errors with the codes
 * `EFIFO` for a named pipe and `EFBIG` above 64 MiB.
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
 * Refuses a named pipe before it is opened, because opening waits for a writer. Pipes of a shell,
 * such as `<(command)`, have a writer. Throws an error with the code `EFIFO`.
 */
export function checkNotNamedPipe(path: string): void {
  try {
    if (statSync(path, { throwIfNoEntry: false })?.isFIFO() !== true) return;
    realpathSync(path);
  } catch {
    // A missing file is no named pipe; the read reports other errors.
    return;
  }
  throw makeFileError('EFIFO', path);
}

function makeFileError(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code, syscall: 'open', path });
}

/**
 * Converts a text with `\n` to the line ends and the byte order mark of the earlier text. Null:
 * none.
 */
export function withLineEnds(text: string, before: string | null): string {
  const mark = before?.startsWith('\ufeff') === true ? '\ufeff' : '';
  const end = before?.match(/\r?\n/)?.[0] ?? '\n';
  return mark + text.replaceAll('\n', end);
}

/** The stats of a path itself, links not followed; null: nothing. */
export async function findStats(path: string): Promise<Stats | null> {
  try {
    return await lstat(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'ENOENT') return null;
    throw toFileError('read', toVisible(path), error);
  }
}

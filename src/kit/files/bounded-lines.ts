import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { toFileError } from '../operational-error.ts';
import { checkNotNamedPipe } from './read-text.ts';

const pieceBytes = 64 * 1024;

/** A line exceeds the limit of its reader; only that much of it was in memory. */
export class LongLineError extends Error {
  constructor(most: number) {
    super(`a line is longer than ${most} characters`);
    this.name = 'LongLineError';
  }
}

/**
 * The lines of a text as its pieces come, without their ends (a line feed, with or without a carriage return
 * before it). Throws `LongLineError` for one of more than `most` characters.
 */
export async function* readLineStream(
  pieces: AsyncIterable<string>,
  most: number,
): AsyncGenerator<string, void, undefined> {
  let pending: string[] = [];
  let length = 0;
  for await (const piece of pieces) {
    let from = 0;
    for (let end = piece.indexOf('\n'); end !== -1; end = piece.indexOf('\n', from)) {
      const line = [...pending, piece.slice(from, end)].join('');
      if (line.length > most) throw new LongLineError(most);
      yield line.endsWith('\r') ? line.slice(0, -1) : line;
      pending = [];
      length = 0;
      from = end + 1;
    }
    if (from === piece.length) continue;
    pending.push(piece.slice(from));
    length += piece.length - from;
    if (length > most) throw new LongLineError(most);
  }
  if (length > 0) yield pending.join('');
}

/**
 * Reads the lines of a UTF-8 file lazily and synchronously, without line ends. Throws
 * `OperationalError`, and `LongLineError` for a line of more than `most` characters.
 */
export function* readLines(path: string, most: number): Generator<string, void, undefined> {
  const decoder = new StringDecoder('utf8');
  const piece = Buffer.alloc(pieceBytes);
  const descriptor = attempt(path, () => {
    checkNotNamedPipe(path);
    return openSync(path, 'r');
  });
  try {
    // Joins the pieces of a line once, because repeated joins take half a minute for 64 MiB.
    let pending: string[] = [];
    let length = 0;
    for (;;) {
      const size = attempt(path, () => readSync(descriptor, piece));
      if (size === 0) break;
      const [end = '', ...lines] = decoder.write(piece.subarray(0, size)).split('\n');
      pending.push(end);
      length += end.length;
      if (lines.length > 0) {
        yield pending.join('');
        const rest = lines.pop() ?? '';
        yield* lines;
        pending = [rest];
        length = rest.length;
      }
      if (length > most) throw new LongLineError(most);
    }
    const rest = `${pending.join('')}${decoder.end()}`;
    if (rest !== '') yield rest;
  } finally {
    closeSync(descriptor);
  }
}

function attempt<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    throw toFileError('read', path, error);
  }
}

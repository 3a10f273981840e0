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

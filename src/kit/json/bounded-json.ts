/** A JSON text holds more than its reader takes. */
export class TooMuchJsonError extends SyntaxError {
  constructor(message: string) {
    super(message);
    this.name = 'TooMuchJsonError';
  }
}

export type JsonBounds = { readonly values: number; readonly levels: number };

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const openers: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closers: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Parses JSON after a scan of its size, because 60 MB of `{},` need 20 seconds and 1.3 GB, and deep
 * nesting ends the stack. Throws `TooMuchJsonError`, or `SyntaxError` if invalid.
 */
export function parseBoundedJson(text: string, most: JsonBounds): unknown {
  let [values, levels] = [1, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = findStringEnd(text, at);
    else if (code === comma) values += 1;
    else if (openers.has(code)) [values, levels] = [values + 1, levels + 1];
    else if (closers.has(code)) levels -= 1;
    if (values > most.values) throw new TooMuchJsonError(`more than ${most.values} values`);
    if (levels > most.levels) throw new TooMuchJsonError(`more than ${most.levels} levels`);
  }
  return JSON.parse(text) as unknown;
}

/** The end of the string that starts at a quote; the end of the text if it is unclosed. */
function findStringEnd(text: string, from: number): number {
  for (let end = text.indexOf('"', from + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

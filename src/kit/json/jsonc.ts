import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser';
import { isWithinLevels, type Json } from './json.ts';

/** Deeper texts are no settings. */
const mostLevels = 100;

/** The value of a JSON text with comments and trailing commas; undefined if it is none, or nested too deep. */
export function parseJsonc(text: string): Json | undefined {
  const errors: ParseError[] = [];
  try {
    const value = parse(text, errors, { allowTrailingComma: true }) as Json | undefined;
    const isRead = errors.length === 0 && value !== undefined;
    return isRead && isWithinLevels(value, mostLevels) ? value : undefined;
  } catch (error) {
    // The parser recurses, and a text may be nested a million times.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Writes a member, or with -1 a new last item. Keeps comments, and every line that it does not write to. */
export function updateJsonc(text: string, path: readonly (string | number)[], value: Json): string {
  const step = /\n([ \t]{1,10})["/]/.exec(text)?.[1] ?? '  ';
  const edits = modify(text, [...path], value, {
    isArrayInsertion: path.at(-1) === -1,
    formattingOptions: {
      tabSize: step.length,
      insertSpaces: !step.startsWith('\t'),
      eol: text.includes('\r\n') ? '\r\n' : '\n',
    },
  });
  return applyEdits(text, edits);
}

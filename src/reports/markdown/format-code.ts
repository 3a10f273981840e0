import { formatCodeBlock, formatCodeSpan } from '../../kit/text/inert-markdown.ts';
import { toShortEnd, toShortMiddle } from '../../kit/text/to-short-visible.ts';
import type { PhraseWriter } from '../blocks/phrase.ts';

/** Columns of a name, an address or a sentence as code. */
const maxCodeLength = 300;

/** Columns of a line, a bound for very long words. */
const maxLineLength = 1000;

/** Text of others within a sentence of ours. */
export function formatCode(text: string): string {
  return formatCodeSpan(toShortMiddle(text, maxCodeLength));
}

/** Phrases with their names as code. */
export const codeWriter: PhraseWriter = { name: formatCode };

/** Lines of the text format as a block of code, because they have texts of others. */
export function formatLines(lines: readonly string[]): string {
  return formatCodeBlock('diff', lines);
}

/** Lines of the text format without their margin, each of limited length. */
export function listLines(texts: readonly string[]): string[] {
  return texts
    .flatMap((text) => text.split('\n'))
    .map((line) => toShortEnd(line.replace(/^ {2}/, ''), maxLineLength));
}

/** The first lines of a text that are no longer than `most` together, and how many are left. */
export function selectFirstLines(
  lines: readonly string[],
  most: number,
): { readonly kept: readonly string[]; readonly left: number } {
  let length = 0;
  const kept = lines.filter((line) => {
    length += line.length + 1;
    return length <= most;
  });
  return { kept, left: lines.length - kept.length };
}

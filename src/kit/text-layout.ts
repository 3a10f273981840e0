import stringWidth from 'string-width';
import { wrapText } from './wrap-text.ts';

/** Columns of a terminal that every text fits into, unless a single word is wider. */
export const columns = 80;

/** Two texts on one line, the second at the right edge; on a line of its own where both do not fit. */
export function spread(left: string, right: string): string {
  if (right === '') return left;
  const gap = columns - stringWidth(left) - stringWidth(right);
  if (gap >= 2) return `${left}${' '.repeat(gap)}${right}`;
  return `${left}\n${indent(right, Math.max(2, columns - stringWidth(right)))}`;
}

/** Two texts on one line with the second from a column on; on the next line where it does not fit. */
export function align(
  left: string,
  right: string,
  at: { readonly column: number; readonly hang: number },
): string {
  if (right === '') return left;
  const gap = Math.max(2, at.column - stringWidth(left));
  const line = `${left}${' '.repeat(gap)}${right}`;
  if (stringWidth(line) <= columns && !right.includes('\n')) return line;
  return `${left}\n${wrapIndented(right, at.hang)}`;
}

/** Text broken at spaces into lines that begin at a column. */
export function wrapIndented(text: string, by: number): string {
  return text
    .split('\n')
    .flatMap((line) => wrapText(line, columns - by))
    .map((line) => indent(line, by))
    .join('\n');
}

/** A line moved to the right. */
export function indent(line: string, by: number): string {
  return `${' '.repeat(by)}${line}`;
}

/** `1 account`, `2 accounts`; an irregular plural is given. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`;
}

/** Milliseconds as people say them: `3.2 s`, `2 min`. */
export function writeDuration(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.round(ms / 60_000)} min`;
}

import stringWidth from 'string-width';
import { toVisible } from '../../kit/text/visible-text.ts';
import type { SourceSpan } from '../../model/source-span.ts';

/** Columns of a line that are shown before a marked place far to the right. */
const lead = 24;

/**
 * A line with carets under the marked place, at most `columns` wide; empty if the line is blank.
 * Control characters are made visible without moving the carets.
 */
export function formatCodeFrame(line: string, at: SourceSpan, columns: number): string[] {
  if (line.trim() === '') return [];
  const number = String(at.line);
  const gutter = ' '.repeat(number.length);
  const width = columns - number.length - 3;
  const end = at.endLine > at.line ? line.length : at.endColumn - 1;
  const { shown, before, marked } = cutLine(line, { start: at.column - 1, end, width });
  const carets = ' '.repeat(before) + '^'.repeat(Math.max(1, Math.min(marked, width - before)));
  return [`${number} | ${shown}`, `${gutter} | ${carets}`];
}

/** The part of a line that fits, with the widths of the text before the mark and of the mark. */
function cutLine(
  line: string,
  mark: { readonly start: number; readonly end: number; readonly width: number },
): { readonly shown: string; readonly before: number; readonly marked: number } {
  const { start, end, width } = mark;
  const whole = formatVisible(line);
  const isLong = stringWidth(whole) > width;
  const from = isLong ? Math.max(0, start - lead) : 0;
  const head = (from > 0 ? '…' : '') + formatVisible(line.slice(from, start));
  const body = formatVisible(line.slice(start, end));
  const shown = isLong ? cutToFit(head + body + formatVisible(line.slice(end)), width) : whole;
  return { shown, before: stringWidth(head), marked: stringWidth(body) };
}

function cutToFit(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let used = 1;
  let kept = '';
  for (const sign of text) {
    used += stringWidth(sign);
    if (used > width) break;
    kept += sign;
  }
  return `${kept}…`;
}

function formatVisible(text: string): string {
  return toVisible(text.replaceAll('\t', '  '));
}

import type { Stretch } from '../../../model/manifest/interpolation.ts';
import type { ManifestDocument } from '../../../model/manifest/manifest-document.ts';
import type { SourceSpan } from '../../../model/source-span.ts';

const sign = '${';

/** A part of the text at a pointer; `text` is the whole value as YAML reads it. */
type Part = { readonly pointer: string; readonly text: string; readonly piece: Stretch };

/**
 * Finds the span of a placeholder by counting `${` in the source, because quotes, escapes and
 * folded lines shift offsets. If the counts differ (an escape, an alias), returns the span of the
 * whole value.
 */
export function toPlaceholderSpan(
  document: ManifestDocument<unknown>,
  { pointer, text, piece }: Part,
): SourceSpan {
  const whole = document.spanOf(pointer);
  const source = document.sourceOf(pointer) ?? '';
  const nth = countPlaceholderStarts(text.slice(0, piece.from));
  if (countPlaceholderStarts(text) !== countPlaceholderStarts(source) || !isSpanOf(whole, source))
    return whole;
  const from = findNth(source, nth);
  const end =
    piece.to - piece.from === sign.length ? from + sign.length : source.indexOf('}', from) + 1;
  const start = advance(whole, source.slice(0, from));
  const stop = advance(whole, source.slice(0, end));
  return { ...whole, ...start, endLine: stop.line, endColumn: stop.column };
}

function countPlaceholderStarts(text: string): number {
  return text.split(sign).length - 1;
}

function findNth(text: string, nth: number): number {
  let at = text.indexOf(sign);
  for (let count = 0; count < nth; count += 1) at = text.indexOf(sign, at + sign.length);
  return at;
}

function isSpanOf(whole: SourceSpan, source: string): boolean {
  const end = advance(whole, source);
  return end.line === whole.endLine && end.column === whole.endColumn;
}

function advance(
  { line, column }: Pick<SourceSpan, 'line' | 'column'>,
  text: string,
): Pick<SourceSpan, 'line' | 'column'> {
  const lines = text.split('\n');
  const last = lines.at(-1) ?? '';
  return lines.length === 1
    ? { line, column: column + last.length }
    : { line: line + lines.length - 1, column: last.length + 1 };
}

/**
 * Converts a text with `\n` to the line ends and the byte order mark of the earlier text. Null:
 * none.
 */
export function withLineEnds(text: string, before: string | null): string {
  const mark = before?.startsWith('\ufeff') === true ? '\ufeff' : '';
  const end = before?.match(/\r?\n/)?.[0] ?? '\n';
  return mark + text.replaceAll('\n', end);
}

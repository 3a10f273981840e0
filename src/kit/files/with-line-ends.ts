/**
 * A text whose lines end in `\n`, as it takes the place of an earlier one: in the line ends that this has, and behind
 * its byte order mark. Null: there is none.
 */
export function withLineEnds(text: string, before: string | null): string {
  const mark = before?.startsWith('\ufeff') === true ? '\ufeff' : '';
  const end = before?.match(/\r?\n/)?.[0] ?? '\n';
  return mark + text.replaceAll('\n', end);
}

/**
 * Accidents that the signs of YAML invite. The parser sees their consequences; these look at the
 * line itself and say what to write.
 */
type Accident = {
  readonly shape: RegExp;
  readonly hint: (found: RegExpExecArray) => string;
};

const accidents: readonly Accident[] = [
  {
    shape: /^\s*(?:- )?(?<name>[^\s"'#{[][^"'#:]*?)\s+#(?<number>\d+)\s*:(?:\s|$)/,
    hint: ({ groups }) =>
      `NAME#2 has no space before the #, and quotes around it: "${groups?.name}#${groups?.number}":`,
  },
  {
    shape: /^\s*(?:- )?(?<key>[^\s"'#{[][^"']*?\s#[^"']*?):(?:\s|$)/,
    hint: ({ groups }) => `A # after a space begins a comment; quote the key: "${groups?.key}":`,
  },
  {
    shape: /^\s*(?:- )?(?<key>\[[^"'\s]*\][^"'\s:]*):(?:\s|$)/,
    hint: ({ groups }) => `A [ begins a list; quote the key: "${groups?.key}":`,
  },
  {
    shape: /(?<text>\$\{[^}]*\})/,
    hint: ({ groups }) => `Text with \${ } wants quotes: "${groups?.text}"`,
  },
  {
    shape: /(?<text>\{\{.*\}\})/,
    hint: ({ groups }) =>
      `Text with {{ }} wants quotes and the form {expression: '${groups?.text?.replaceAll("'", "''")}'}`,
  },
  {
    shape: /^\s*(?:- )?(?<key>[^\s"'#{[][^"'#]*?: [^"'#{[]*?): \S/,
    hint: ({ groups }) =>
      `Text with ": " in it wants quotes; if all before the last one is the key: "${groups?.key}":`,
  },
];

/** What to write instead of the line around an offset; null when it has none of the known accidents. */
export function hintAtAccident(text: string, offset: number): string | null {
  const line = readLine(text, offset);
  for (const { shape, hint } of accidents) {
    const found = shape.exec(line);
    if (found !== null) return hint(found);
  }
  return null;
}

/** The same for a key that turned out to be no text. */
export function hintAtKey(text: string, offset: number): string | null {
  return hintAtAccident(text, offset);
}

function readLine(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', Math.max(0, offset - 1)) + 1;
  const end = text.indexOf('\n', offset);
  return text.slice(start, end === -1 ? undefined : end).slice(0, 500);
}

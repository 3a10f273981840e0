/**
 * The text of a .gitignore with those of the lines at its end that it lacks, in its own line ends. A line counts as
 * there with or without the slashes around it.
 */
export function addIgnored(
  text: string,
  lines: readonly string[],
): { readonly text: string; readonly added: readonly string[] } {
  const known = new Set(text.split('\n').map(toBare));
  const added = lines.filter((line) => !known.has(toBare(line)));
  if (added.length === 0) return { text, added };
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' || text.endsWith('\n') ? '' : end;
  return { text: `${text}${gap}${added.map((line) => `${line}${end}`).join('')}`, added };
}

// A mark of the byte order counts as a space for `trim`.
function toBare(line: string): string {
  return line.trim().replace(/^\//, '').replace(/\/$/, '');
}

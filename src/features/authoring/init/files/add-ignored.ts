/**
 * Appends missing lines to a .gitignore, in its own line ends. Ignores slashes around a line in the
 * comparison.
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

// Counts a byte order mark as a space, as `trim` does.
function toBare(line: string): string {
  return line.trim().replace(/^\//, '').replace(/\/$/, '');
}

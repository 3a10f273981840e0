import stringWidth from 'string-width';

/** Breaks text at spaces into lines of at most `columns`; a longer word has a line of its own. */
export function toWrappedLines(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line === '' || stringWidth(longer) <= columns) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word;
  }
  return [...lines, line];
}

/** A table of cells that are words of ours, numbers, or foreign text in code; numbers stand at the right. */
export function writeTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return [writeTableHead(columns), ...rows.map(writeRow)].join('\n');
}

const ofWords: ReadonlySet<string> = new Set(['account', 'result']);

/** The names of the columns, and on which side they stand. */
export function writeTableHead(columns: readonly string[]): string {
  const rule = columns.map((name) => (ofWords.has(name) ? '---' : '--:'));
  return [writeRow(columns), writeRow(rule)].join('\n');
}

/** One row; what is not there is left out. */
export function writeRow(cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell) => (cell === 0 ? '' : String(cell))).join(' | ')} |`;
}

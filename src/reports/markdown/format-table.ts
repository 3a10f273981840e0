/** A table of cells that are words of ours, numbers, or foreign text in code; numbers stand at the right. */
export function formatTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return [formatTableHead(columns), ...rows.map(formatRow)].join('\n');
}

const ofWords: ReadonlySet<string> = new Set(['account', 'result']);

/** The names of the columns, and on which side they stand. */
export function formatTableHead(columns: readonly string[]): string {
  const rule = columns.map((name) => (ofWords.has(name) ? '---' : '--:'));
  return [formatRow(columns), formatRow(rule)].join('\n');
}

/** One row; what is not there is left out. */
export function formatRow(cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell) => (cell === 0 ? '' : String(cell))).join(' | ')} |`;
}

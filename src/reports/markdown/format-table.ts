/** A table of words of ours, numbers, or text of others as code; numbers align right. */
export function formatTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  return [formatTableHead(columns), ...rows.map(formatRow)].join('\n');
}

const ofWords: ReadonlySet<string> = new Set(['account', 'result', 'summary', '']);

/** Column names and alignment. */
export function formatTableHead(columns: readonly string[]): string {
  const rule = columns.map((name) => (ofWords.has(name) ? '---' : '--:'));
  return [formatRow(columns), formatRow(rule)].join('\n');
}

/** One row; zeros become empty cells. */
export function formatRow(cells: readonly (string | number)[]): string {
  return `| ${cells.map((cell) => (cell === 0 ? '' : String(cell))).join(' | ')} |`;
}

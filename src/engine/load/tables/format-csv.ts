import { compareTexts } from '../../../kit/text/compare-texts.ts';
import type { WrittenInput } from '../../../model/manifest/blueprint.ts';

type Cells = ReadonlyMap<string, unknown>;

/** Columns of every table in their order; one with a dot stands for those that begin with it. */
const ownColumns = ['name', 'id', 'ids.', 'labels.', 'state', 'secretName', 'note'];

/** Formats rows as a CSV table in canonical form: sorted by name, with LF and without a mark. */
export function formatCsv(columns: readonly string[], rows: readonly Cells[]): string {
  const sorted = rows.toSorted((left, right) => compareTexts(toName(left), toName(right)));
  return [formatCsvLine(columns), ...sorted.map((row) => formatCsvRow(columns, row))].join('');
}

function toName(row: Cells): string {
  return String(row.get('name') ?? '');
}

/** Formats a row as a line; a cell that is not given is empty. */
export function formatCsvRow(columns: readonly string[], row: Cells): string {
  return formatCsvLine(columns.map((column) => String(row.get(column) ?? '')));
}

function formatCsvLine(cells: readonly string[]): string {
  return `${cells.map(formatCsvCell).join(',')}\n`;
}

/** Formats a cell, with quotes around each delimiter that a table may have. */
export function formatCsvCell(text: string): string {
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Lists columns in canonical order: those of every table, then inputs as they are declared. */
export function listColumns(
  columns: Iterable<string>,
  inputs: ReadonlyMap<string, Pick<WrittenInput, 'renamedFrom'>>,
): readonly string[] {
  const order = [...inputs].map(([name, { renamedFrom }]) => [name, renamedFrom]);
  const rank = (column: string) => {
    const group = column.replace(/\..*$/, '.');
    const own = ownColumns.indexOf(group);
    return own >= 0 ? own : ownColumns.length + order.findIndex((names) => names.includes(column));
  };
  return [...columns].sort((left, right) => rank(left) - rank(right) || compareTexts(left, right));
}

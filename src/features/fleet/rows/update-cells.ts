import { formatCsvCell } from '../../../engine/load/tables/format-csv.ts';
import type { SourceSpan } from '../../../model/source-span.ts';

/** A cell of a CSV table and its new text. */
export type CellEdit = { readonly at: SourceSpan; readonly text: string };

/** Writes cells into the text of a CSV table, and keeps all else byte for byte. */
export function updateCells(text: string, edits: readonly CellEdit[]): string {
  const starts = listLineStarts(text);
  const toOffset = (line: number, column: number) => (starts[line - 1] ?? text.length) + column - 1;
  return edits
    .map(({ at, text: cell }) => ({
      from: toOffset(at.line, at.column),
      to: toOffset(at.endLine, at.endColumn),
      cell: formatCsvCell(cell),
    }))
    .sort((left, right) => right.from - left.from)
    .reduce((edited, { from, to, cell }) => edited.slice(0, from) + cell + edited.slice(to), text);
}

// Line ends are those of the places in a table.
function listLineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map(({ index, 0: end }) => index + end.length)];
}

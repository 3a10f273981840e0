import { readCsv } from '../../../engine/load/tables/read-csv.ts';
import type { TableRow } from '../../../model/manifest/table.ts';

/** Cells of a row by column; an empty one is absent. */
export type Cells = TableRow['cells'];

/** A table of one branch: its columns, and its rows by name. */
export type Side = {
  readonly columns: readonly string[];
  readonly rows: ReadonlyMap<string, Cells>;
};

/** Reads a table whose rows have names of their own, or returns why it is none. */
export function readSide(label: string, text: string): Side | { readonly mistake: string } {
  const { table, diagnostics } = readCsv(label, text.replace(/^\ufeff/, ''));
  if (table === null) {
    const [first] = diagnostics;
    return {
      mistake: `Line ${first?.at?.line ?? 1} of ${label} cannot be read: ${first?.summary}`,
    };
  }
  const rows = new Map<string, Cells>();
  for (const row of table.rows) {
    const name = row.cells.get('name');
    const { line } = row.spanOf('name');
    if (typeof name !== 'string') return { mistake: `Line ${line} of ${label} has no name` };
    if (rows.has(name)) return { mistake: `Two rows of ${label} have the name ${name}` };
    rows.set(name, row.cells);
  }
  return { columns: [...table.columns.keys()], rows };
}

import { indexFleets } from '../../../engine/index/index-fleets.ts';
import { formatCsv, listColumns } from '../../../engine/load/tables/format-csv.ts';
import { formatRows } from '../../../engine/load/tables/format-rows.ts';
import { loadTable, maxTableBytes } from '../../../engine/load/tables/load-table.ts';
import { toPointer } from '../../../kit/json/json-pointer.ts';
import { compareTexts } from '../../../kit/text/compare-texts.ts';
import type { Blueprint } from '../../../model/manifest/blueprint.ts';
import type { Table } from '../../../model/manifest/table.ts';
import type { KnownEnvironments } from '../../../model/manifest/variable.ts';
import type { Files } from '../../../model/ports.ts';

/** A table and its canonical form. */
export type FormattedTable = {
  readonly path: string;
  readonly before: string;
  readonly text: string;
};

/** Formats the tables of a valid project, in order of their paths. Writes nothing. */
export async function formatTables(
  files: Files,
  environments: KnownEnvironments,
): Promise<readonly FormattedTable[]> {
  const { fleets } = await indexFleets(files, environments);
  const formatted = new Map<string, FormattedTable>();
  for (const { document, blueprint } of fleets) {
    for (const [index, path] of document.written.spec.tables.entries()) {
      const at = document.spanOf(toPointer(['spec', 'tables', index]));
      const { table } = await loadTable(files, path, at);
      const reading = await files.read(path, maxTableBytes);
      if (table === null || !reading.ok) continue;
      const text = formatTable(table, reading.text, blueprint);
      const before = `${reading.hasMark === true ? '\ufeff' : ''}${reading.text}`;
      formatted.set(path, { path, before, text });
    }
  }
  return [...formatted.values()].sort((left, right) => compareTexts(left.path, right.path));
}

/** Formats a table in canonical form; `text` is what it was read from. */
export function formatTable(
  table: Table,
  text: string,
  { inputs }: Pick<Blueprint, 'inputs'>,
): string {
  const { file, columns, rows } = table;
  if (!file.endsWith('.csv')) return formatRows(table, text);
  const cells = rows.map((row) => row.cells);
  return formatCsv(listColumns(columns.keys(), inputs), cells);
}

import { loadTable } from '../../../engine/load/tables/load-table.ts';
import { findInput } from '../../../engine/validate/fleet/find-input.ts';
import { toPointer } from '../../../kit/json/json-pointer.ts';
import type { Blueprint } from '../../../model/manifest/blueprint.ts';
import type { Fleet } from '../../../model/manifest/layers.ts';
import type { TableRow } from '../../../model/manifest/table.ts';
import type { Files } from '../../../model/ports.ts';
import type { SourceSpan } from '../../../model/source-span.ts';

/** A cell of an account that its fleet had before, with another value; an empty one is ''. */
export type CellChange = {
  readonly account: string;
  readonly column: string;
  readonly before: string;
  readonly after: string;
  readonly at: SourceSpan;
};

/** Cells of an account by column, without the empty ones. */
export type Cells = ReadonlyMap<string, string>;

/** Changes in the tables of a fleet. */
export type TableChanges = {
  readonly changes: readonly CellChange[];
  /** The rows of before by the names of their accounts. */
  readonly before: ReadonlyMap<string, Cells>;
  /** Columns of before with a value of a known account that no table has now, though it could. */
  readonly lost: readonly string[];
  /** Where the fleet is written. */
  readonly at: SourceSpan;
};

type PlacedRow = { readonly row: TableRow; readonly cells: Cells };
type Rows = {
  readonly rows: ReadonlyMap<string, PlacedRow>;
  readonly columns: ReadonlySet<string>;
};

/** Compares the tables of a fleet at two times by the names of accounts; null if one is unreadable. */
export async function listCellChanges(
  [before, fleetBefore]: readonly [Files, Fleet],
  [after, fleet]: readonly [Files, Fleet],
): Promise<TableChanges | null> {
  const { inputs } = fleet.blueprint;
  const was = await readTables(before, fleetBefore, inputs);
  const is = await readTables(after, fleet, inputs);
  if (was === null || is === null) return null;
  const both = [...is.rows].flatMap(([account, own]) => {
    const old = was.rows.get(account);
    return old === undefined ? [] : [{ account, old, own }];
  });
  const changes = both.flatMap(({ account, old, own }) =>
    [...is.columns].flatMap((column): readonly CellChange[] => {
      const [left, right] = [old.cells.get(column) ?? '', own.cells.get(column) ?? ''];
      if (left === right) return [];
      return [{ account, column, before: left, after: right, at: own.row.spanOf(column) }];
    }),
  );
  const lost = [...was.columns].filter(
    (column) =>
      !is.columns.has(column) &&
      (inputs.has(column) || !fleetBefore.blueprint.inputs.has(column)) &&
      both.some(({ old }) => old.cells.has(column)),
  );
  const cells = new Map([...was.rows].map(([account, row]) => [account, row.cells]));
  return { changes, before: cells, lost, at: fleet.document.spanOf('/metadata/name') };
}

// Columns have the names that inputs have now.
async function readTables(
  files: Files,
  { document }: Fleet,
  inputs: Blueprint['inputs'],
): Promise<Rows | null> {
  const rows = new Map<string, PlacedRow>();
  const columns = new Set<string>();
  for (const [index, path] of document.written.spec.tables.entries()) {
    const at = document.spanOf(toPointer(['spec', 'tables', index]));
    const { table } = await loadTable(files, path, at);
    if (table === null) return null;
    const given = Object.fromEntries(table.columns);
    const toName = (column: string) => findInput(inputs, column, given)?.name ?? column;
    for (const column of table.columns.keys()) columns.add(toName(column));
    for (const row of table.rows) {
      const cells = new Map([...row.cells].map(([name, cell]) => [toName(name), toText(cell)]));
      rows.set(cells.get('name') ?? '', { row, cells });
    }
  }
  rows.delete('');
  return { rows, columns };
}

function toText(cell: unknown): string {
  return typeof cell === 'string' ? cell : (JSON.stringify(cell) ?? '');
}

import { formatCsvRow } from '../../../engine/load/tables/format-csv.ts';
import { compareTexts } from '../../../kit/text/compare-texts.ts';
import { mergeRow, type RowMerge } from './merge-row.ts';
import { type Cells, readSide, type Side } from './read-side.ts';

/** Texts of a table: that which both branches began with, and that of each. */
export type TableTexts = { readonly base: string; readonly ours: string; readonly theirs: string };

/** A merged table. */
export type MergedTable = {
  /** The table, with markers around rows that are in conflict. */
  readonly text: string;
  /** A sentence for each pair of markers, without its full stop. */
  readonly conflicts: readonly string[];
};

/**
 * Merges two changes of a CSV table by the names of rows and columns. A table that cannot be read
 * is in conflict as a whole, so that no row is lost.
 */
export function mergeTables(texts: TableTexts): MergedTable {
  const base = texts.base === '' ? noRows : readSide('base', texts.base);
  const ours = readSide('ours', texts.ours);
  const theirs = readSide('theirs', texts.theirs);
  if ('mistake' in base) return refuse(texts, base.mistake);
  if ('mistake' in ours) return refuse(texts, ours.mistake);
  if ('mistake' in theirs) return refuse(texts, theirs.mistake);
  return merge(base, ours, theirs);
}

const noRows: Side = { columns: [], rows: new Map() };

function refuse({ ours, theirs }: TableTexts, mistake: string): MergedTable {
  const [ourLines, theirLines] = [ours, theirs].map((text) => text.replace(/\n?$/, '\n'));
  return { text: mark(ourLines ?? '', theirLines ?? ''), conflicts: [mistake] };
}

function mark(ours: string, theirs: string): string {
  return `<<<<<<< ours\n${ours}=======\n${theirs}>>>>>>> theirs\n`;
}

function merge(base: Side, ours: Side, theirs: Side): MergedTable {
  const names = [...new Set([...ours.rows.keys(), ...theirs.rows.keys()])].sort(compareTexts);
  const merged = names.map((name) => mergeRow(name, { base, ours, theirs }));
  const columns = listColumns({ base, ours, theirs }, merged);
  const format = (row: Cells | null) => (row === null ? '' : formatCsvRow(columns, row));
  const header = formatCsvRow(columns, new Map(columns.map((column) => [column, column])));
  const lines = merged.map(({ ours, theirs, conflict }) =>
    conflict === null ? format(ours) : mark(format(ours), format(theirs)),
  );
  return {
    text: [header, ...lines].join(''),
    conflicts: merged.flatMap(({ conflict }) => conflict ?? []),
  };
}

/** Columns of a merged table: in the order of ours, each new one of theirs behind its neighbour. */
function listColumns(
  { base, ours, theirs }: Readonly<Record<'base' | 'ours' | 'theirs', Side>>,
  merged: readonly RowMerge[],
): readonly string[] {
  const columns = [...ours.columns];
  for (const [index, column] of theirs.columns.entries()) {
    if (columns.includes(column)) continue;
    columns.splice(columns.indexOf(theirs.columns[index - 1] ?? '') + 1, 0, column);
  }
  const given = new Set(
    merged.flatMap(({ ours, theirs }) => [...(ours?.keys() ?? []), ...(theirs?.keys() ?? [])]),
  );
  // A column that one branch deleted stays while a row gives it.
  const isKept = (column: string) =>
    given.has(column) ||
    !base.columns.includes(column) ||
    (ours.columns.includes(column) && theirs.columns.includes(column));
  return columns.filter(isKept);
}

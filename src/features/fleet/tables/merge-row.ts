import type { Cells, Side } from './read-side.ts';

/** The merged row of each side; null: deleted. Without a conflict both are the same. */
export type RowMerge = {
  readonly ours: Cells | null;
  readonly theirs: Cells | null;
  /** A sentence without its full stop. */
  readonly conflict: string | null;
};

type Sides = Readonly<Record<'base' | 'ours' | 'theirs', Side>>;

/** Merges a row by its cells. */
export function mergeRow(name: string, { base, ours, theirs }: Sides): RowMerge {
  const was = base.rows.get(name);
  const our = ours.rows.get(name);
  const their = theirs.rows.get(name);
  if (our !== undefined && their !== undefined) {
    return was === undefined ? mergeAdded(name, our, their) : mergeCells(name, { was, our, their });
  }
  const [left, side] = our === undefined ? [their, theirs] : [our, ours];
  if (left === undefined || was === undefined) return agree(left ?? null);
  // A column that the branch deleted is no change of the row.
  if (side.columns.every((column) => left.get(column) === was.get(column))) return agree(null);
  const [deleting, changing] = our === undefined ? ['ours', 'theirs'] : ['theirs', 'ours'];
  return {
    ours: our ?? null,
    theirs: their ?? null,
    conflict: `${name} is deleted in ${deleting} and changed in ${changing}`,
  };
}

function agree(row: Cells | null): RowMerge {
  return { ours: row, theirs: row, conflict: null };
}

function mergeAdded(name: string, our: Cells, their: Cells): RowMerge {
  const differing = listDifferences(our, their);
  if (differing.length === 0) return agree(our);
  const conflict = `${name} is added in both, with another ${differing.join(', ')}`;
  return { ours: our, theirs: their, conflict };
}

function listDifferences(our: Cells, their: Cells): readonly string[] {
  return listColumns(our, their).filter((column) => our.get(column) !== their.get(column));
}

function listColumns(...rows: readonly Cells[]): readonly string[] {
  return [...new Set(rows.flatMap((row) => [...row.keys()]))];
}

function mergeCells(
  name: string,
  { was, our, their }: { readonly was: Cells; readonly our: Cells; readonly their: Cells },
): RowMerge {
  const differing = listDifferences(our, their);
  const ours = new Map(our);
  const theirs = new Map(their);
  const clashing = differing.filter((column) => {
    const before = was.get(column);
    if (our.get(column) === before) writeCell(ours, column, their.get(column));
    else if (their.get(column) === before) writeCell(theirs, column, our.get(column));
    else return true;
    return false;
  });
  const conflict = `${name} has two values in ${clashing.join(', ')}`;
  return { ours, theirs, conflict: clashing.length === 0 ? null : conflict };
}

function writeCell(row: Map<string, unknown>, column: string, cell: unknown): void {
  if (cell === undefined) row.delete(column);
  else row.set(column, cell);
}

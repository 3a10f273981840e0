import type { SourceSpan } from '../source-span.ts';

/** A row of a table. */
export type TableRow = {
  /** Cells by column; an empty cell is not given and absent. */
  readonly cells: ReadonlyMap<string, unknown>;
  /** Place of a cell; of the row, if it has none in that column. */
  spanOf(column: string): SourceSpan;
  /** Text of a cell that YAML or JSON reads as another type, as it is written: `007`. */
  sourceOf(column: string): string | null;
};

/** A table of accounts, one in each row. */
export type Table = {
  readonly file: string;
  /** Names of columns and their places. */
  readonly columns: ReadonlyMap<string, SourceSpan>;
  readonly rows: readonly TableRow[];
  /** True if all cells are text, as in CSV. */
  readonly isText: boolean;
};

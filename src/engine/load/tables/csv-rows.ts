import type { TableRow } from '../../../model/manifest/table.ts';
import type { SourceSpan } from '../../../model/source-span.ts';

/** A CSV file in UTF-8, without its byte order mark. */
export type CsvSource = {
  readonly file: string;
  readonly bytes: Buffer;
  readonly delimiter: string;
  /** Columns by their index. */
  readonly columns: readonly string[];
};

/** Bytes of a record, without the line end, and its first line. */
export type RecordPlace = { readonly from: number; readonly to: number; readonly line: number };

/** A record of a CSV file, whose places are counted when one is asked for. */
export class CsvRow implements TableRow {
  readonly cells: ReadonlyMap<string, string>;
  readonly #source: CsvSource;
  readonly #place: RecordPlace;

  constructor(source: CsvSource, place: RecordPlace, record: readonly string[]) {
    this.#source = source;
    this.#place = place;
    this.cells = new Map(
      source.columns.flatMap((column, index) => {
        const cell = record[index] ?? '';
        return cell === '' || column === '' ? [] : [[column, cell]];
      }),
    );
  }

  spanOf(column: string): SourceSpan {
    const index = this.#source.columns.indexOf(column);
    return toCellSpan(this.#source, this.#place, index < 0 ? null : index);
  }

  // Cells of CSV are text.
  sourceOf(): null {
    return null;
  }
}

/** Span of a cell by its index, with its quotes; of the record for null or a cell that it lacks. */
export function toCellSpan(
  { file, bytes, delimiter }: Omit<CsvSource, 'columns'>,
  { from, to, line }: RecordPlace,
  index: number | null,
): SourceSpan {
  const text = bytes.toString('utf8', from, to);
  const cell = index === null ? undefined : listCells(text, delimiter)[index];
  const [start, end] = cell ?? [0, text.length];
  const first = countLines(text.slice(0, start));
  const last = countLines(text.slice(0, end));
  return {
    file,
    line: line + first.lines,
    column: first.column,
    endLine: line + last.lines,
    endColumn: last.column,
    pointer: '',
  };
}

/** Lists where the cells of a valid record begin and end. */
function listCells(text: string, delimiter: string): readonly (readonly [number, number])[] {
  const cells: [number, number][] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    // A doubled quote closes and opens again.
    if (text[at] === '"') isQuoted = !isQuoted;
    if (isQuoted || text[at] !== delimiter) continue;
    cells.push([start, at]);
    start = at + 1;
  }
  return [...cells, [start, text.length]];
}

function countLines(text: string): { readonly lines: number; readonly column: number } {
  const lines = text.split(/\r\n|\n|\r/);
  return { lines: lines.length - 1, column: (lines.at(-1)?.length ?? 0) + 1 };
}

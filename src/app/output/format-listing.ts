import { toVisible } from '../../kit/text/visible-text.ts';
import type { Terminal, Text } from './terminal.ts';

type Row = readonly string[];

/** A list of things of one kind, for a person and for a program. */
type Listing = {
  /** The list in so many columns. */
  readonly layOut: (columns: number) => Text;
  /** A thing per row, with the same cells in each; an empty one for what it does not have. */
  readonly rows: () => Iterable<Row> | AsyncIterable<Row>;
};

/**
 * Lays a list out on a terminal. Elsewhere it is a row per line, with tabs between cells: no title, no
 * heading, and nothing cut.
 */
export function formatListing({ columns }: Pick<Terminal, 'columns'>, listing: Listing): Text {
  return columns === null ? formatRows(listing.rows()) : listing.layOut(columns);
}

async function* formatRows(rows: ReturnType<Listing['rows']>): AsyncGenerator<string> {
  for await (const row of rows) yield `${row.map(toCell).join('\t')}\n`;
}

function toCell(text: string): string {
  return toVisible(text.replaceAll(/[\t\r\n]+/g, ' '));
}

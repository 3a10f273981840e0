import { compareTexts } from '../../../kit/text/compare-texts.ts';
import { TextLines } from '../../../kit/text/text-lines.ts';
import type { Table, TableRow } from '../../../model/manifest/table.ts';
import { formatBlockRows, listDashes } from './block-rows.ts';

/**
 * Formats a JSON or YAML table in canonical form, with rows sorted by name. In YAML, a row of a block
 * list keeps its text and the comments right above it.
 */
export function formatRows({ file, rows }: Pick<Table, 'file' | 'rows'>, text: string): string {
  if (!file.endsWith('.json')) return formatYaml(text, rows);
  const written = JSON.parse(text) as readonly Readonly<Record<string, unknown>>[];
  return `${JSON.stringify(
    sortByName(written, ({ name }) => name),
    null,
    2,
  )}\n`;
}

function formatYaml(written: string, rows: readonly TableRow[]): string {
  const text = formatBlockRows(written.replaceAll(/\r\n?/g, '\n'));
  const dashes = listDashes(text);
  if (dashes === null || dashes.length < 1) return written;
  const lines = text.replace(/\n*$/, '').split('\n');
  const indent = /^ */.exec(text.slice(text.lastIndexOf('\n', dashes[0]) + 1))?.[0] ?? '';
  const end =
    lines.findLastIndex((line) => !isComment(line, indent) && !/^(\.\.\.)?\s*$/.test(line)) + 1;
  const places = new TextLines(text);
  const starts = dashes.map((dash) => findStart(lines, places.countTo(dash).line - 1, indent));
  const pieces = rows.map((row, index) => ({
    name: row.cells.get('name'),
    lines: lines.slice(starts[index], starts[index + 1] ?? end),
  }));
  const sorted = sortByName(pieces, ({ name }) => name).flatMap((piece) => piece.lines);
  return `${[...lines.slice(0, starts[0]), ...sorted, ...lines.slice(end)].join('\n')}\n`;
}

function sortByName<T>(rows: readonly T[], toName: (row: T) => unknown): readonly T[] {
  return rows.toSorted((left, right) =>
    compareTexts(String(toName(left) ?? ''), String(toName(right) ?? '')),
  );
}

// The first line of a file names its schema for editors, and is of no row.
function isComment(line: string | undefined, indent: string): boolean {
  return line?.startsWith(`${indent}#`) === true && !line.includes('yaml-language-server');
}

function findStart(lines: readonly string[], item: number, indent: string): number {
  let start = item;
  while (start > 0 && isComment(lines[start - 1], indent)) start -= 1;
  return start;
}

import { compareTexts } from '../../../kit/text/compare-texts.ts';
import type { Table, TableRow } from '../../../model/manifest/table.ts';

/**
 * Formats a JSON or YAML table in canonical form, with rows sorted by name. In YAML, a row keeps its text and the
 * comments right above it; one without a block list stays.
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

function formatYaml(text: string, rows: readonly TableRow[]): string {
  const lines = text.replaceAll(/\r\n?/g, '\n').replace(/\n*$/, '').split('\n');
  const items = rows.map((row) => ({ row, line: row.spanOf('').line - 1 }));
  const [dash] = /^ *(?=- )/.exec(lines[items[0]?.line ?? 0] ?? '') ?? [];
  if (dash === undefined) return text;
  const isItem = (line = '') => line.startsWith(`${dash}- `);
  if (!items.every(({ line }) => isItem(lines[line]))) return text;
  const end = lines.findLastIndex((line) => !isComment(line, dash) && line.trim() !== '') + 1;
  const starts = items.map(({ line }) => findStart(lines, line, dash));
  const pieces = items.map(({ row }, index) => ({
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
function isComment(line: string | undefined, dash: string): boolean {
  return line?.startsWith(`${dash}#`) === true && !line.includes('yaml-language-server');
}

function findStart(lines: readonly string[], item: number, dash: string): number {
  let start = item;
  while (start > 0 && isComment(lines[start - 1], dash)) start -= 1;
  return start;
}

import { formatName } from '../../../kit/text/format-name.ts';
import { count, formatSpread } from '../../../kit/text/text-layout.ts';
import type { DriftRun } from '../../../model/state/drift-log.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import type { Paint } from '../../../reports/text/paint.ts';

const maxBarWidth = 24;
const headings = ['accounts', 'drift', 'items', 'unread'] as const;

/**
 * Formats runs of drift as a table, oldest first. Bars show accounts with drift, relative to the
 * run with most.
 */
export function formatTrendText(
  environment: string,
  runs: readonly DriftRun[],
  { paint, columns }: { readonly paint: Paint; readonly columns: number },
): string {
  const title = paint.bold(`Trend of ${formatName(environment)}`);
  if (runs.length === 0) {
    return `${title}\n\nNo drift run over all accounts is recorded yet.\n`;
  }
  const rows = runs.map(({ accounts, withDrift, items, unread }) =>
    [accounts, withDrift, items, unread].map(String),
  );
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const writeRow = (cells: readonly string[]) =>
    cells.map((cell, column) => cell.padStart(widths[column] ?? 0)).join('  ');
  const most = Math.max(1, ...runs.map(({ withDrift }) => withDrift));
  const lines = runs.map(({ at, withDrift }, row) => {
    const bar = '█'.repeat(Math.ceil((withDrift / most) * maxBarWidth));
    return `${formatTime(at)}  ${writeRow(rows[row] ?? [])}  ${paint.yellow(bar)}`.trimEnd();
  });
  return [
    formatSpread(title, count(runs.length, 'run'), columns),
    '',
    paint.dim(`${'UTC'.padEnd(16)}  ${writeRow(headings)}`),
    ...lines,
    '',
  ].join('\n');
}

/** The same as rows, with the whole time. */
export function listTrendRows(runs: readonly DriftRun[]): readonly (readonly string[])[] {
  return runs.map(({ at, accounts, withDrift, items, unread }) => [
    at,
    ...[accounts, withDrift, items, unread].map(String),
  ]);
}

/** Formats the runs as data. */
export function formatTrendJson(runs: readonly DriftRun[]): string {
  return formatDocument('trend', { runs });
}

function formatTime(at: string): string {
  return formatName(at.slice(0, 16).replace('T', ' ')).padEnd(16);
}

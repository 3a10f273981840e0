import { count, spread } from '../../../kit/text/text-layout.ts';
import { writeName } from '../../../kit/text/write-name.ts';
import type { DriftRun } from '../../../model/memory/drift-run.ts';
import { writeHead, writeSafeJson } from '../../../reports/json/write-document.ts';
import type { Paint } from '../../../reports/text/parts/paint.ts';

const mostBar = 24;
const headings = ['accounts', 'drift', 'items', 'unread'] as const;

/** Runs of drift as a table, the oldest first: the bar is of accounts with drift, against the run that had most. */
export function writeTrendText(
  environment: string,
  runs: readonly DriftRun[],
  paint: Paint,
): string {
  const title = paint.bold(`Trend of ${writeName(environment)}`);
  if (runs.length === 0) {
    return `${title}\n\nNo run of drift that looked at the whole fleet is noted yet.\n`;
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
    const bar = '█'.repeat(Math.ceil((withDrift / most) * mostBar));
    return `${writeTime(at)}  ${writeRow(rows[row] ?? [])}  ${paint.yellow(bar)}`.trimEnd();
  });
  return [
    spread(title, count(runs.length, 'run')),
    '',
    paint.dim(`${'UTC'.padEnd(16)}  ${writeRow(headings)}`),
    ...lines,
    '',
  ].join('\n');
}

/** The same runs as data. */
export function writeTrendJson(runs: readonly DriftRun[]): string {
  return `${writeHead('trend')},\n"runs":${writeSafeJson(runs)}}\n`;
}

function writeTime(at: string): string {
  return writeName(at.slice(0, 16).replace('T', ' ')).padEnd(16);
}

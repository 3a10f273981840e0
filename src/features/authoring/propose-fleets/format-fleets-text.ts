import { formatName } from '../../../kit/text/format-name.ts';
import {
  count,
  formatAligned,
  formatParagraph,
  formatSpread,
} from '../../../kit/text/text-layout.ts';
import { formatDiagnostic } from '../../../reports/text/format-blocks.ts';
import { formatTitle } from '../../../reports/text/format-title.ts';
import type { Paint } from '../../../reports/text/paint.ts';
import type { FleetsFrame, FleetsResult, KeptReason, WrittenFleetFiles } from './written-fleets.ts';

/** Most names of a list. */
const maxNamed = 8;

const placement = { column: 14, hang: 14, most: 4 };

const reasons: Readonly<Record<KeptReason, string>> = {
  'few-alike': 'fewer than three accounts are like it',
  'shared-file': 'its file has other accounts, which are in no fleet',
  'not-equal': 'a row would not mean the same in every environment',
  'cycle-files': 'its cycles need files of their own',
};

/** Formats the fleets that were written, and the accounts that are in none. */
export function formatFleetsText(
  result: FleetsResult,
  frame: FleetsFrame,
  paint: Paint,
): readonly string[] {
  const { fleets, kept, removed, commented, compared, secrets } = result;
  const { target, cost, unread, skipped } = frame;
  const width = paint.columns;
  const formatLine = openLine(width);
  const rows = fleets.reduce((sum, { accounts }) => sum + accounts.length, 0);
  const accounts = rows + kept.length + unread.length;
  return [
    `${formatTitle('Fleets of', { target, cost, accounts }, paint)}\n`,
    ...fleets.map((fleet) => formatBlock(formatFleet(fleet, paint))),
    ...Object.entries(reasons).flatMap(([why, text]) => {
      const names = kept.filter((each) => each.why === why).map(({ account }) => account);
      if (names.length === 0) return [];
      const title = formatSpread(paint.bold('In no fleet'), count(names.length, 'account'), width);
      return [formatBlock([title, formatParagraph(`${formatSome(names)}: ${text}`, 2, width)])];
    }),
    ...unread.map(({ account, diagnostics }) =>
      formatBlock([
        formatSpread(paint.bold(formatName(account)), paint.red('NOT READ'), width),
        ...diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, paint)),
      ]),
    ),
    formatBlock([
      paint.bold('Summary'),
      formatLine('rows', `${count(rows, 'account')} in ${count(fleets.length, 'fleet')}`),
      formatLine('compared', `${count(compared, 'account')}, equal in every environment`),
      ...(removed.length === 0
        ? []
        : [
            formatLine('removed', `${count(removed.length, 'file')} of accounts that are rows now`),
          ]),
      ...(commented.length === 0
        ? []
        : [
            formatLine(
              'comments',
              `removed with ${formatSome(commented)}; copy what you need from Git`,
            ),
          ]),
      ...(secrets.length === 0
        ? []
        : [formatLine('secrets', `${count(secrets.length, 'variable')} to set`)]),
      ...(skipped === 0
        ? []
        : [formatLine('left out', `${count(skipped, 'account')} by --select`)]),
    ]),
  ];
}

function formatFleet(
  { name, files, accounts, inputs, overrides }: WrittenFleetFiles,
  paint: Paint,
): readonly string[] {
  const width = paint.columns;
  const formatLine = openLine(width);
  return [
    formatSpread(paint.bold(name), count(accounts.length, 'account'), width),
    formatParagraph(formatSome(accounts), 2, width),
    formatLine('files', files.join(', ')),
    formatLine('inputs', inputs.length === 0 ? 'none' : inputs.join(', ')),
    ...(overrides.length === 0
      ? []
      : [formatLine('overrides', `${formatSome(overrides)} (found at adoption)`)]),
  ];
}

function openLine(width: number): (name: string, text: string) => string {
  return (name, text) => formatAligned(`  ${name}`, text, { ...placement, width });
}

function formatSome(names: readonly string[]): string {
  const named = names.slice(0, maxNamed).map(formatName).join(', ');
  return names.length > maxNamed ? `${named} and ${names.length - maxNamed} more` : named;
}

function formatBlock(lines: readonly string[]): string {
  return `\n${lines.join('\n')}\n`;
}

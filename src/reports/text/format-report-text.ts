import {
  count,
  formatAligned,
  formatHanging,
  formatIndented,
  formatParagraph,
  formatSpread,
} from '../../kit/text/text-layout.ts';
import type { Report } from '../../model/report/report-document.ts';
import { findReportGroups } from '../blocks/groups/change-groups.ts';
import { listAccountBlocks } from '../blocks/list-account-blocks.ts';
import { formatPhrase, formatSentence, formatSentences } from '../blocks/phrase.ts';
import { makeVerdict } from '../blocks/verdict/make-verdict.ts';
import type { GroupRow, NotStarted, Verdict } from '../blocks/verdict/verdict.ts';
import { formatTarget } from '../blocks/words/format-target.ts';
import { formatAccount } from './format-account.ts';
import { formatDiagnostic } from './format-blocks.ts';
import { formatChangeGroups, formatGroupAccounts, formatNext } from './format-change-groups.ts';
import { formatTitle } from './format-title.ts';
import type { Paint } from './paint.ts';

type Pieces = AsyncGenerator<string, void, undefined>;

/** A report for a terminal or a log; diagnostics of the whole run last. */
export async function* formatReportText(report: Report, paint: Paint): Pieces {
  yield* formatOwnText(report, paint);
  for (const diagnostic of report.run.diagnostics) {
    yield `\n${formatDiagnostic(diagnostic, paint)}\n`;
  }
}

/** A report as a person asked for it: all of it, or the accounts of one group of changes. */
export function formatRequestedText(report: Report, paint: Paint, group?: number): Pieces {
  return group === undefined
    ? formatOwnText(report, paint)
    : formatGroupAccounts(report, group, paint);
}

/**
 * The same without diagnostics of the whole run, because they were printed while it ran: a title,
 * accounts worst first, the verdict. Accounts without details are omitted.
 */
export async function* formatOwnText(report: Report, paint: Paint): Pieces {
  const verdict = await makeVerdict(report);
  const title = formatReportTitle(report, verdict, paint);
  let isStarted = false;
  const start = function* (): Generator<string, void, undefined> {
    if (!isStarted && title !== null) yield `${title}\n`;
    isStarted = title !== null;
  };
  // Without an account to show, a validation is one line.
  if (report.kind !== 'validate') yield* start();
  const changes = await findReportGroups(report);
  if (changes !== null) yield* formatChangeGroups(report, changes.groups, paint);
  else {
    for await (const account of listAccountBlocks(report, 'worst-first')) {
      if (account.isQuiet) continue;
      yield* start();
      yield `\n${formatAccount(account, paint)}\n`;
    }
  }
  if (verdict.notStarted !== null) yield `\n${formatNotStarted(verdict.notStarted, paint)}\n`;
  if (changes === null && verdict.groups.length > 0)
    yield `\n${formatGroups(verdict.groups, paint)}\n`;
  const { orphaned, outside } = verdict;
  yield* formatParagraphs(
    [...orphaned, ...outside].map((phrase) => formatSentence(phrase)),
    paint,
  );
  const next = verdict.next.length === 0 ? '' : `\n${verdict.next.map(formatNext).join('\n')}\n`;
  yield `${isStarted ? '\n' : ''}${formatVerdict(verdict, paint)}\n${next}`;
}

function formatReportTitle(report: Report, { title }: Verdict, paint: Paint): string | null {
  switch (report.kind) {
    case 'plan': {
      const { target, cost, summary } = report.run;
      return formatTitle(title, { target, cost, accounts: summary.accounts }, paint);
    }
    case 'drift':
      return formatTitle(title, report.run, paint);
    case 'apply':
      return paint.bold(`${title} ${formatTarget(report.run.target)}`);
    case 'validate':
      return paint.bold(`${title} ${count(report.run.accounts, 'account')}`);
    case 'refused':
      return null;
  }
}

function formatNotStarted({ accounts, text, names }: NotStarted, paint: Paint): string {
  const head = formatSpread(paint.bold(count(accounts, 'account')), paint.red(text), paint.columns);
  return `${head}\n${formatParagraph(formatPhrase(names), 6, paint.columns)}`;
}

function formatGroups(groups: readonly GroupRow[], paint: Paint): string {
  const rows = groups.map(
    ({ id, change, members }) =>
      `${formatHanging(`  ${id}  ${change}`, 6, paint.columns)}\n${formatIndented(members, 6)}`,
  );
  return [paint.bold('Groups of equal unmanaged changes'), ...rows].join('\n');
}

// Rows, or one paragraph.
function formatVerdict({ rows, result, sentences, cost }: Verdict, paint: Paint): string {
  const end = [...sentences, ...(cost === null ? [] : [cost])];
  if (rows.length === 0)
    return formatParagraph(formatSentences([...result, ...end]), 0, paint.columns);
  const placement = { column: 13, hang: 13, most: 3, width: paint.columns };
  return [
    paint.bold('Summary'),
    ...rows.map(({ name, text }) => formatAligned(`  ${name}`, formatPhrase(text), placement)),
    ...(end.length === 0 ? [] : ['', formatParagraph(formatSentences(end), 0, paint.columns)]),
  ].join('\n');
}

/** Paragraphs with an empty line above each. */
export function* formatParagraphs(
  texts: readonly string[],
  { columns }: Paint,
): Generator<string, void, undefined> {
  for (const text of texts) yield `\n${formatParagraph(text, 0, columns)}\n`;
}

import type { Report, ReportMetadata } from '../../model/report/report-document.ts';
import {
  toDriftRank,
  toOutcomeRank,
  toPlanRank,
  toValidationRank,
} from '../classify/account-rank.ts';
import { orderByRank } from '../classify/order-by-rank.ts';
import { formatFooter } from './format-footer.ts';
import { formatLayout, type LayoutFrame } from './format-layout.ts';
import { formatMarker } from './format-marker.ts';
import { formatRow } from './format-table.ts';
import {
  formatCode,
  formatDiagnosticLines,
  type MarkdownAccount,
  type MarkdownReport,
} from './markdown-report.ts';
import { TextBudget } from './text-budget.ts';
import { toApplyMarkdown } from './to-apply-markdown.ts';
import { toDetails, toNoticeLines } from './to-details.ts';
import { toDriftMarkdown } from './to-drift-markdown.ts';
import { toPlanMarkdown } from './to-plan-markdown.ts';
import { toRefusedMarkdown } from './to-refused-markdown.ts';
import { toValidateMarkdown } from './to-validate-markdown.ts';

/**
 * GitHub limits a comment to 65,536 characters and 262,144 bytes. UTF-16 units satisfy both,
 * because each is at least one character and at most three bytes. The rest is for lines of a caller.
 */
const maxUnits = 64_000;

/**
 * A report for a pull-request comment or a job summary: reasons to review, a table, then collapsed
 * details. Accounts come one at a time, and only as much as fits is kept.
 */
export function formatReportMarkdown(
  report: Report,
  made: ReportMetadata,
): AsyncGenerator<string, void, undefined> {
  switch (report.kind) {
    case 'plan':
      return formatMarkdown({ report, made, markdown: toPlanMarkdown(report) }, report, toPlanRank);
    case 'drift':
      return formatMarkdown(
        { report, made, markdown: toDriftMarkdown(report) },
        report,
        toDriftRank,
      );
    case 'apply':
      return formatMarkdown(
        { report, made, markdown: toApplyMarkdown(report) },
        report,
        toOutcomeRank,
      );
    case 'validate':
      return formatMarkdown(
        { report, made, markdown: toValidateMarkdown(report) },
        report,
        toValidationRank,
      );
    case 'refused':
      return formatMarkdown({ report, made, markdown: toRefusedMarkdown(report) }, report, () => 0);
  }
}

async function* formatMarkdown<Account>(
  {
    report,
    made,
    markdown,
  }: {
    readonly report: Report;
    readonly made: ReportMetadata;
    readonly markdown: MarkdownReport<Account>;
  },
  { accounts }: { readonly accounts: () => Iterable<Account> | AsyncIterable<Account> },
  rankOf: (account: Account) => number,
): AsyncGenerator<string, void, undefined> {
  const ledger = new TextBudget(maxUnits);
  for (const diagnostic of report.run.diagnostics) {
    ledger.add('told', 0, () => formatDiagnosticLines([diagnostic]).join('\n'));
  }
  for await (const account of orderByRank(accounts, rankOf)) {
    const reported = markdown.toAccount(account);
    if (reported !== null) addAccount(ledger, reported);
  }
  const standing: LayoutFrame = {
    marker: formatMarker(report, made),
    heading: `### ${markdown.title}: ${markdown.summary()}`,
    columns: ['account', ...markdown.columns],
    lead: markdown.lead(),
    end: [...markdown.end(), formatFooter(report, made)],
  };
  let text = formatLayout(standing, ledger);
  while (text.length > maxUnits && ledger.shrinkBy(text.length - maxUnits)) {
    text = formatLayout(standing, ledger);
  }
  yield text;
}

function addAccount(ledger: TextBudget, reported: MarkdownAccount): void {
  const { account, urgency, concern, cells, details, notices } = reported;
  if (concern !== null)
    ledger.add('concern', urgency, () => `- ${formatCode(account)}: ${concern()}`);
  if (cells !== null) ledger.add('row', urgency, () => formatRow([formatCode(account), ...cells]));
  if (details !== null) ledger.add('details', urgency, () => toDetails(reported, details()));
  if (notices !== null) ledger.add('notices', 3, () => toNoticeLines(account, notices()));
}

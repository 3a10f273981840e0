import { formatName } from '../../../kit/text/format-name.ts';
import { count, formatParagraph, formatSpread } from '../../../kit/text/text-layout.ts';
import {
  type CheckedAccount,
  type CheckSummary,
  countChecks,
} from '../../../model/manifest/check.ts';
import type { VerifyFrame } from '../../../model/report/report.ts';
import { listCheckBlocks } from '../../../reports/blocks/accounts/list-check-blocks.ts';
import { formatCost } from '../../../reports/blocks/words/format-cost.ts';
import { formatBlock, formatDiagnostic } from '../../../reports/text/format-blocks.ts';
import { formatTitle } from '../../../reports/text/format-title.ts';
import type { Paint } from '../../../reports/text/paint.ts';

/** Formats the results of health checks; skips accounts without checks. */
export function* formatVerifyText(
  frame: VerifyFrame,
  accounts: Iterable<CheckedAccount>,
  paint: Paint,
): Generator<string, void, undefined> {
  yield `${formatTitle('Health checks of', frame, paint)}\n`;
  for (const account of accounts) {
    const lines =
      account.kind === 'unread' ? formatUnread(account, paint) : formatAccount(account, paint);
    if (lines.length > 0) yield `\n${lines.join('\n')}\n`;
  }
  yield `\n${formatParagraph(formatSummary(frame), 0)}\n`;
}

function formatUnread(
  { account, diagnostics }: Extract<CheckedAccount, { readonly kind: 'unread' }>,
  paint: Paint,
): string[] {
  return [
    formatSpread(paint.bold(formatName(account)), paint.red('NOT CHECKED')),
    ...diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, paint)),
  ];
}

function formatAccount(
  { account, connectors }: Extract<CheckedAccount, { readonly kind: 'checked' }>,
  paint: Paint,
): string[] {
  if (connectors.length === 0) return [];
  const summary = countChecks(connectors);
  const text = formatCounts(summary).join(', ');
  const isBad = summary.failed + summary.notMade + summary.notFound > 0;
  return [
    formatSpread(paint.bold(formatName(account)), isBad ? paint.red(text) : text),
    ...connectors.flatMap(listCheckBlocks).flatMap((block) => formatBlock(block, paint)),
  ];
}

/** Formats `2 passed, 1 FAILED`. */
function formatCounts({ passed, failed, notMade, waits, notFound }: CheckSummary): string[] {
  return [
    ...(passed > 0 ? [`${passed} passed`] : []),
    ...(failed > 0 ? [`${failed} FAILED`] : []),
    ...(notMade > 0 ? [`${notMade} not run`] : []),
    ...(notFound > 0 ? [`${count(notFound, 'connector')} not found`] : []),
    ...(waits > 0 ? [`${waits} waiting for a person`] : []),
  ];
}

function formatSummary({ summary, unread, skipped, cost }: VerifyFrame): string {
  const counts = formatCounts(summary);
  const sentences = [
    counts.length === 0 && unread === 0
      ? 'No connector of these accounts has health checks.'
      : `Health checks: ${counts.length === 0 ? 'none run' : counts.join(', ')}.`,
    ...(unread === 0 ? [] : [`${count(unread, 'account')} could not be read.`]),
    ...(skipped === 0 ? [] : [`${count(skipped, 'account')} left out by --select.`]),
    `${formatCost(cost)}.`,
  ];
  return sentences.join(' ');
}

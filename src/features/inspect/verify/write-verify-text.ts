import { count, spread, wrapIndented, writeDuration } from '../../../kit/text/text-layout.ts';
import { writeName } from '../../../kit/text/write-name.ts';
import {
  type CheckedAccount,
  type CheckSummary,
  summariseChecks,
} from '../../../model/manifest/check.ts';
import type { VerifyFrame } from '../../../model/report/report.ts';
import type { Paint } from '../../../reports/text/parts/paint.ts';
import { writeChecked } from '../../../reports/text/parts/write-checked.ts';
import { writeDiagnosticBlock } from '../../../reports/text/parts/write-diagnostic-block.ts';
import { writeTitle } from '../../../reports/text/parts/write-target.ts';

/** What became of the checks, for people. An account without checks is not printed. */
export function* writeVerifyText(
  frame: VerifyFrame,
  accounts: Iterable<CheckedAccount>,
  paint: Paint,
): Generator<string, void, undefined> {
  yield `${writeTitle('Checks of', frame, paint)}\n`;
  for (const account of accounts) {
    const lines = account.kind === 'unread' ? writeUnread(account, paint) : write(account, paint);
    if (lines.length > 0) yield `\n${lines.join('\n')}\n`;
  }
  yield `\n${wrapIndented(writeEnd(frame), 0)}\n`;
}

function writeUnread(
  { account, diagnostics }: Extract<CheckedAccount, { readonly kind: 'unread' }>,
  paint: Paint,
): string[] {
  return [
    spread(paint.bold(writeName(account)), paint.red('NOT CHECKED')),
    ...diagnostics.map((diagnostic) => writeDiagnosticBlock(diagnostic, paint)),
  ];
}

function write(
  { account, connectors }: Extract<CheckedAccount, { readonly kind: 'checked' }>,
  paint: Paint,
): string[] {
  if (connectors.length === 0) return [];
  const summary = summariseChecks(connectors);
  const says = sayCounts(summary).join(', ');
  const isBad = summary.failed + summary.notMade + summary.notFound > 0;
  return [
    spread(paint.bold(writeName(account)), isBad ? paint.red(says) : says),
    ...connectors.flatMap((checked) => writeChecked(checked, paint)),
  ];
}

/** `2 passed, 1 FAILED`; the parts that there are. */
function sayCounts({ passed, failed, notMade, waits, notFound }: CheckSummary): string[] {
  return [
    ...(passed > 0 ? [`${passed} passed`] : []),
    ...(failed > 0 ? [`${failed} FAILED`] : []),
    ...(notMade > 0 ? [`${notMade} not made`] : []),
    ...(notFound > 0 ? [`${count(notFound, 'connector')} not found`] : []),
    ...(waits > 0 ? [`${waits} waiting for a person`] : []),
  ];
}

function writeEnd({ summary, unread, skipped, cost }: VerifyFrame): string {
  const counts = sayCounts(summary);
  const sentences = [
    counts.length === 0 && unread === 0
      ? 'No connector of these accounts has checks.'
      : `Checks: ${counts.length === 0 ? 'none made' : counts.join(', ')}.`,
    ...(unread === 0 ? [] : [`${count(unread, 'account')} could not be looked at.`]),
    ...(skipped === 0 ? [] : [`${count(skipped, 'account')} left out by --select.`]),
    `${count(cost.requests, 'request')}, ${writeDuration(cost.durationMs)}.`,
  ];
  return sentences.join(' ');
}

import { count } from '../../../kit/text/text-layout.ts';
import type { NotRead } from '../../../model/plan/plan.ts';
import type { Report } from '../../../model/report/report-document.ts';
import { formatSentence, listNames } from '../phrase.ts';

/** Reason why a reader of test results finds no comparison of an account, or inside a cycle. */
export const notReadReasons = {
  account: 'not read, and taken as applied',
  cycle: 'its inside was not read, and taken as applied',
} as const;

/** Counts and names what a plan did not read, in one sentence; null where a report has no such thing. */
export function describeNotRead(report: Report): string | null {
  const notRead = report.kind === 'plan' ? report.run.summary.notRead : undefined;
  return notRead === undefined ? null : formatNotRead(notRead);
}

/** The same of counts. */
export function formatNotRead({ accounts, cycles, first }: NotRead): string {
  const what = [
    ...(accounts === 0 ? [] : [count(accounts, 'account')]),
    ...(cycles === 0 ? [] : [`the inside of ${count(cycles, 'cycle')}`]),
  ].join(' and ');
  const names = listNames(
    first.map((name) => [{ name }]),
    accounts + cycles - first.length,
  );
  return formatSentence([`Not read, and taken as applied: ${what}: `, ...names]);
}

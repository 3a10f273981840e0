import { count } from '../../../kit/text/text-layout.ts';
import type { NotRead } from '../../../model/plan/plan.ts';
import type { Report } from '../../../model/report/report-document.ts';
import { formatSentence, listNames, type Phrase } from '../phrase.ts';

/** Reason why a reader of test results finds no comparison of an account, or inside a cycle. */
export const notReadReasons = {
  account: 'not read, and taken as applied',
  cycle: 'its inside was not read, and taken as applied',
} as const;

/** Counts what `--refresh` took as applied, and names some of it. */
export function describeNotRead({ accounts, cycles, first }: NotRead): Phrase {
  const what = [
    ...(accounts === 0 ? [] : [count(accounts, 'account')]),
    ...(cycles === 0 ? [] : [`the inside of ${count(cycles, 'cycle')}`]),
  ].join(' and ');
  const names = listNames(
    first.map((name) => [{ name }]),
    accounts + cycles - first.length,
  );
  return [`not read, and taken as applied: ${what}: `, ...names];
}

/** The same as a sentence; null for a report that has read all, or says nothing of it. */
export function formatNotRead(report: Report): string | null {
  const notRead = report.kind === 'plan' ? report.run.summary.notRead : undefined;
  return notRead === undefined ? null : formatSentence(describeNotRead(notRead));
}

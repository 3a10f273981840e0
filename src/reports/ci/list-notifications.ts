import { count } from '../../kit/text/text-layout.ts';
import { type AccountOutcome, isSuccess } from '../../model/plan/outcome.ts';
import { isReportedOnly } from '../../model/plan/plan.ts';
import type { Notification, NotifyEvent, NotifyLine } from '../../model/report/notification.ts';
import type { DriftAccount } from '../../model/report/report.ts';
import type { ApplyReport, DriftReport } from '../../model/report/report-document.ts';
import { formatDriftSummary } from '../blocks/accounts/make-drift-blocks.ts';
import { formatPhrase } from '../blocks/phrase.ts';
import { makeVerdict } from '../blocks/verdict/make-verdict.ts';
import { listOutcomeDiagnostics } from '../classify/account-rank.ts';

/** More accounts than these are counted. */
const maxLines = 20;

/** Collects the first lines of a notification, and counts the rest. */
class Lines {
  readonly first: NotifyLine[] = [];
  total = 0;

  add(account: string, text: string): void {
    this.total += 1;
    if (this.first.length < maxLines) this.first.push({ account, says: text });
  }

  toNotification(environment: string, event: NotifyEvent, headline: string): Notification {
    const left = this.total - this.first.length;
    return { event, environment, headline, lines: this.first, left };
  }
}

/**
 * Lists the notifications of a report. They have keys, counts and codes, but no field value and no
 * text of the service.
 */
export async function listNotifications(
  report: DriftReport | ApplyReport,
): Promise<readonly Notification[]> {
  return report.kind === 'drift' ? listDriftNotifications(report) : listApplyNotifications(report);
}

async function listDriftNotifications(report: DriftReport): Promise<readonly Notification[]> {
  const { environment } = report.run.target;
  const [drift, persons] = [new Lines(), new Lines()];
  let waits = 0;
  for await (const account of report.accounts()) {
    if (account.kind !== 'read') continue;
    if (!account.items.every(isReportedOnly))
      drift.add(account.account, formatDriftSummary(account));
    const waiting = countWaiting(account);
    waits += waiting;
    if (waiting > 0) persons.add(account.account, formatWaiting(waiting));
  }
  const headline = await formatHeadline(`Drift of ${environment}`, report);
  return [
    ...(drift.total === 0 ? [] : [drift.toNotification(environment, 'drift', headline)]),
    ...listManualNotifications(environment, waits, persons),
  ];
}

async function listApplyNotifications(report: ApplyReport): Promise<readonly Notification[]> {
  const { target, notBegun, notPlanned, refused = 0, waits, diagnostics } = report.run;
  const { environment } = target;
  const failed = new Lines();
  for await (const outcome of report.accounts()) {
    if (!isSuccess(outcome)) failed.add(outcome.account, formatFailed(outcome));
  }
  const isRefused = notBegun === 'refused';
  const result = await formatHeadline(`Apply to ${environment}`, report);
  const codes = isRefused ? ` (${formatCodes(diagnostics.map(({ code }) => code))})` : '';
  const isFailed = failed.total + notPlanned + refused > 0 || isRefused;
  return [
    ...(isFailed ? [failed.toNotification(environment, 'apply-failed', `${result}${codes}`)] : []),
    ...listManualNotifications(environment, waits, new Lines()),
  ];
}

async function formatHeadline(title: string, report: DriftReport | ApplyReport): Promise<string> {
  const { result } = await makeVerdict(report);
  return `${title}: ${result.map((phrase) => formatPhrase(phrase)).join(', ')}`;
}

function listManualNotifications(
  environment: string,
  waits: number,
  persons: Lines,
): Notification[] {
  if (waits === 0) return [];
  const wait = waits === 1 ? 'waits' : 'wait';
  const headline = `Manual action is needed in ${environment}: ${count(waits, 'connector')} ${wait}`;
  return [persons.toNotification(environment, 'needs-person', headline)];
}

function countWaiting({
  items,
  notices,
}: Extract<DriftAccount, { readonly kind: 'read' }>): number {
  const lost = items.filter(({ kind }) => kind === 'authentication-lost');
  const waits = notices.filter(({ kind }) => kind === 'waits');
  return lost.length + waits.length;
}

function formatWaiting(objects: number): string {
  return objects === 1 ? 'waits for a person' : `${objects} wait for a person`;
}

function formatFailed(outcome: AccountOutcome): string {
  const all = listOutcomeDiagnostics(outcome);
  const codes = all.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  return codes.length === 0 ? 'stopped' : formatCodes(codes);
}

// The codes that a person must see first.
function formatCodes(codes: readonly string[]): string {
  const unlike = [...new Set(codes)].sort(
    (left, right) => Number(right === 'left-paused') - Number(left === 'left-paused'),
  );
  return unlike.length === 0 ? 'see its report' : unlike.slice(0, 5).join(', ');
}

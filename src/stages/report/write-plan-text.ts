import { align, count, spread, wrapIndented, writeDuration } from '../../kit/text-layout.ts';
import { toVisible } from '../../kit/visible-text.ts';
import type { AccountPlan, PlanSummary, PlanTarget } from '../../model/plan.ts';
import type { PlanFrame, PlannedAccount } from '../../model/report.ts';
import type { Paint } from './paint.ts';
import { writeChange } from './write-change.ts';
import { writeDiagnosticBlock } from './write-diagnostic-block.ts';
import { writeNotices } from './write-notice.ts';

/** A plan for people, account by account; no more than one of them is in memory. */
export async function* writePlanText(
  frame: PlanFrame,
  accounts: AsyncIterable<PlannedAccount>,
  paint: Paint,
): AsyncGenerator<string, void, undefined> {
  const { summary, cost } = frame;
  const head = `Plan for ${writeTarget(frame.target)}`;
  yield `${spread(paint.bold(head), `${count(summary.accounts, 'account')}, ${count(cost.requests, 'request')}`)}\n`;
  for await (const account of accounts) {
    const block =
      account.kind === 'planned'
        ? writePlanned(account.plan, paint)
        : writeUnplanned(account, paint);
    if (block !== '') yield `\n${block}\n`;
  }
  yield `\n${writeEnd(frame, paint)}\n`;
}

/** `prod  https://api.integration.example.com`, the target as every report names it. */
export function writeTarget(target: PlanTarget): string {
  const address = toVisible(target.address);
  return `${toVisible(target.environment)}  ${target.service === 'emulator' ? `embedded service, ${address}` : address}`;
}

function writePlanned(plan: AccountPlan, paint: Paint): string {
  const notices = writeNotices(plan.notices);
  if (plan.changes.length + notices.length === 0) return '';
  return [
    spread(paint.bold(toVisible(plan.account)), summariseAccount(plan)),
    ...plan.changes.map((change) => writeChange(change, paint)),
    ...notices.map(({ mark, about, says }) =>
      align(`  ${mark === '!' ? paint.yellow(mark) : paint.dim(mark)} ${about}`, says, {
        column: 35,
        hang: 10,
      }),
    ),
  ].join('\n');
}

function summariseAccount(plan: AccountPlan): string {
  const creates = plan.changes.filter((change) => change.verb === 'create').length;
  const others = plan.changes.filter(
    (change) => change.verb === 'update' || change.verb === 'delete',
  ).length;
  const adopts = plan.changes.filter((change) => change.verb === 'adopt').length;
  const interrupts = plan.changes.filter((change) => change.impact === 'interrupts').length;
  const words = [
    ...(plan.isNew ? ['new account'] : []),
    ...(creates > 0 ? [count(creates, 'create')] : []),
    ...(others > 0 ? [count(others, 'change')] : []),
    ...(adopts > 0 ? [count(adopts, 'adopt')] : []),
    ...(interrupts > 0 ? [`interrupts ${count(interrupts, 'cycle')}`] : []),
  ];
  return words.length === 0 ? 'nothing to do' : words.join(', ');
}

function writeUnplanned(
  account: Extract<PlannedAccount, { readonly kind: 'unplanned' }>,
  paint: Paint,
): string {
  return [
    spread(paint.bold(toVisible(account.account)), paint.red('NOT PLANNED')),
    ...account.diagnostics.map((diagnostic) => writeDiagnosticBlock(diagnostic, paint)),
  ].join('\n');
}

function writeEnd(frame: PlanFrame, paint: Paint): string {
  const { summary, cost } = frame;
  const waits =
    summary.waits === 0
      ? ''
      : ` (${count(summary.waits, 'connector')} ${summary.waits === 1 ? 'waits' : 'wait'} for a person)`;
  if (summary.operations === 0 && summary.notPlanned === 0) {
    const adopts =
      summary.adopts === 0
        ? ''
        : ` ${count(summary.adopts, 'object')} will be adopted by the next apply.`;
    return wrapIndented(
      `No changes. ${count(summary.accounts, 'account')} as in Git${waits}.${adopts}${writeSkipped(summary)} ${count(cost.requests, 'request')}, ${writeDuration(cost.durationMs)}.`,
      0,
    );
  }
  return [paint.bold('Summary'), ...writeSummary(frame), ...writeNext(frame)].join('\n');
}

function writeSkipped(summary: PlanSummary): string {
  return summary.skipped === 0 ? '' : ` ${count(summary.skipped, 'account')} left out by --select.`;
}

function writeSummary(frame: PlanFrame): string[] {
  const { summary } = frame;
  const { creates, updates, deletes, interrupts, secrets, waits } = summary;
  const careful = [
    ...(interrupts > 0 ? [`interrupts ${count(interrupts, 'cycle')}`] : []),
    ...(secrets > 0 ? [`writes ${count(secrets, 'secret')}`] : []),
    ...(waits > 0 ? [`waits for ${count(waits, 'person', 'people')}`] : []),
  ];
  const lines: [string, string][] = [
    [
      'to apply',
      `${count(summary.accountsWithOperations, 'account')}: create ${creates}, update ${updates}, delete ${deletes} (allowed ${frame.maxDeletes})`,
    ],
    ...(careful.length > 0 ? [['careful', careful.join(', ')] as [string, string]] : []),
    ...(summary.notPlanned > 0
      ? [['not known', count(summary.notPlanned, 'account')] as [string, string]]
      : []),
    ...(summary.skipped > 0
      ? [['left out', `${count(summary.skipped, 'account')} by --select`] as [string, string]]
      : []),
    ['cost', estimateCost(frame)],
  ];
  return lines.map(([name, text]) => align(`  ${name}`, text, { column: 13, hang: 13 }));
}

// What apply will send: its operations, and about as many reads to look before and after.
function estimateCost(frame: PlanFrame): string {
  const requests = frame.summary.operations * 2;
  const seconds = Math.max(1, Math.round(requests / frame.requestsPerSecond));
  return `about ${count(requests, 'request')}, ${count(seconds, 'second')} at ${frame.requestsPerSecond} per second`;
}

function writeNext(frame: PlanFrame): string[] {
  const { next, summary, target } = frame;
  if (next.kind === 'none') return [];
  if (next.kind === 'apply') {
    return [
      '',
      'Nothing was changed. To do exactly this:',
      `  cyclectl apply ${toVisible(next.file)}`,
    ];
  }
  if (summary.operations === 0) return ['', 'Nothing was changed.'];
  return [
    '',
    'Nothing was changed. To do exactly this:',
    `  cyclectl plan -e ${target.environment} --out plan.json    then    cyclectl apply plan.json`,
  ];
}

import { count } from '../../../kit/text/text-layout.ts';
import type {
  ApplyReport,
  DriftReport,
  PlanReport,
  Report,
} from '../../../model/report/report-document.ts';
import type { Tone } from '../../classify/object-states.ts';
import { formatUnclear } from '../../text/format-drift-text.ts';
import type { PageCounts } from '../count-page.ts';
import { formatNumber } from '../format-number.ts';

/** A summary in a sentence or two. */
export type Headline = { readonly says: string; readonly tone: Tone };

/** The sentence at the top of a page. */
export function makeHeadline(report: Report, tally: PageCounts): Headline {
  switch (report.kind) {
    case 'drift':
      return makeDriftHeadline(report, tally);
    case 'plan':
      return makePlanHeadline(report);
    case 'apply':
      return makeApplyHeadline(report, tally);
    case 'validate': {
      const invalid = tally.byState.get('invalid') ?? 0;
      const isReported = report.run.diagnostics.some(({ severity }) => severity === 'error');
      if (invalid === 0 && !isReported)
        return { says: `All ${accounts(tally.accounts)} are valid.`, tone: 'good' };
      const text =
        invalid === 0
          ? 'The project is not valid.'
          : `${formatNumber(invalid)} of ${accounts(tally.accounts)} are not valid.`;
      return { says: text, tone: 'bad' };
    }
    case 'refused': {
      const { command, exit } = report.run;
      const words = ['cyclectl', ...(command === null ? [] : [command])].join(' ');
      return { says: `${words} ended with ${exit.code}: ${exit.means}.`, tone: 'bad' };
    }
  }
}

function makeDriftHeadline({ run }: DriftReport, { byState }: PageCounts): Headline {
  const { items, withDrift, unread, unclear = 0, unapplied } = run;
  const read = run.accounts - unread;
  const unseen = [
    ...(unread === 0 ? [] : [`${accounts(unread)} could not be read.`]),
    ...(unclear === 0 ? [] : [`${formatUnclear(unclear)}.`]),
  ];
  const isPart = unseen.length > 0;
  if (items > 0) {
    const text = `${number(items, 'difference')} in ${formatNumber(withDrift)} of ${accounts(run.accounts)}.`;
    return { says: [text, ...unseen].join(' '), tone: isPart ? 'bad' : 'attention' };
  }
  const kept = read - unapplied;
  const message = kept === 0 ? 'No drift was found.' : `No drift: ${accounts(kept)} in sync.`;
  const waiting = byState.get('waits') ?? 0;
  const verb = waiting === 1 ? 'needs' : 'need';
  const waits = waiting === 0 ? [] : [`${accounts(waiting)} ${verb} a person.`];
  const tone = isPart ? 'bad' : waiting > 0 ? 'waiting' : 'good';
  return { says: [message, ...unseen, ...waits].join(' '), tone };
}

function makePlanHeadline({ run: { summary, next } }: PlanReport): Headline {
  const { creates, updates, replaces, deletes, adopts, notPlanned, operations } = summary;
  const left = notPlanned === 0 ? [] : [`${accounts(notPlanned)} could not be planned.`];
  const refused =
    next.kind === 'refused' ? ['The policy of the environment refuses this plan.'] : [];
  const words = [
    ...(creates > 0 ? [number(creates, 'create')] : []),
    ...(updates > 0 ? [number(updates, 'change')] : []),
    ...(replaces > 0 ? [number(replaces, 'replace')] : []),
    ...(deletes > 0 ? [number(deletes, 'delete')] : []),
    ...(adopts > 0 ? [number(adopts, 'adopt')] : []),
  ].join(', ');
  const text =
    operations === 0
      ? `Nothing to do in ${accounts(summary.accounts - notPlanned)}${adopts > 0 ? `; ${number(adopts, 'object')} will be adopted` : ''}.`
      : `${words} in ${formatNumber(summary.accountsWithOperations)} of ${accounts(summary.accounts)}.`;
  const isBad = notPlanned > 0 || next.kind === 'refused';
  const tone = isBad
    ? 'bad'
    : operations === 0
      ? 'good'
      : deletes + replaces > 0
        ? 'attention'
        : 'info';
  return { says: [text, ...refused, ...left].join(' '), tone };
}

function makeApplyHeadline({ run }: ApplyReport, { byState }: PageCounts): Headline {
  const { summary, notBegun, notPlanned, command } = run;
  const { accountsFailed, accountsStopped, operations } = summary;
  if (notBegun !== undefined) {
    const why = {
      refused: 'the policy refused the plan',
      declined: 'approval was declined',
      'nobody-to-ask': 'there was no terminal to ask for approval',
    };
    return { says: `Nothing was started: ${why[notBegun]}.`, tone: 'bad' };
  }
  const paused = byState.get('left-paused') ?? 0;
  const wrong = [
    ...(paused > 0
      ? [`${accounts(paused)} ${paused === 1 ? 'has' : 'have'} cycles left paused.`]
      : []),
    ...(accountsFailed > 0
      ? [`${formatNumber(accountsFailed)} of ${accounts(summary.accounts)} failed.`]
      : []),
    ...(accountsStopped > 0 ? [`${accounts(accountsStopped)} stopped early.`] : []),
    ...(notPlanned > 0 ? [`${accounts(notPlanned)} could not be planned.`] : []),
  ];
  const does = command === 'destroy' ? 'destroyed' : 'applied and verified';
  const text = `${number(operations.done, 'write')} ${does} in ${accounts(summary.accounts)}.`;
  const waits =
    operations.waiting > 0 ? [`${number(operations.waiting, 'write')} waiting for a person.`] : [];
  const tone = wrong.length > 0 ? 'bad' : waits.length > 0 ? 'waiting' : 'good';
  return { says: [...wrong, text, ...waits].join(' '), tone };
}

function accounts(many: number): string {
  return number(many, 'account');
}

function number(many: number, noun: string): string {
  return count(many, noun).replace(/^\d+/, formatNumber(many));
}

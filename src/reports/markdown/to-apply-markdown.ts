import { count } from '../../kit/text/text-layout.ts';
import { type CheckSummary, countChecks } from '../../model/manifest/check.ts';
import { type AccountOutcome, isNotStarted, isStopped } from '../../model/plan/outcome.ts';
import type { ApplyReport } from '../../model/report/report-document.ts';
import { type AccountState, classifyOutcome } from '../classify/account-rank.ts';
import { listOutcomeConcerns } from '../classify/concern.ts';
import { listOutsideGit } from '../phrases/list-outside-git.ts';
import {
  describeNotStarted,
  formatApplyEnd,
  formatFailedCount,
  formatMore,
  formatOutcome,
  formatOutcomeSummary,
  listDiagnosticsByUrgency,
} from '../text/format-apply-text.ts';
import { plainPaint } from '../text/parts/paint.ts';
import {
  formatCode,
  formatConcerns,
  formatFirstDiagnostic,
  type MarkdownAccount,
  type MarkdownReport,
} from './markdown-report.ts';
import type { Urgency } from './text-budget.ts';

const noChecks = countChecks([]);

/** The report of an apply in Markdown. */
export function toApplyMarkdown({ run }: ApplyReport): MarkdownReport<AccountOutcome> {
  let checks: CheckSummary = noChecks;
  const notStarted: AccountOutcome[] = [];
  const environment = formatCode(run.target.environment);
  return {
    title:
      run.command === 'destroy'
        ? `cyclectl destroy in ${environment}`
        : `cyclectl apply to ${environment}`,
    columns: ['result'],
    toAccount: (outcome) => {
      checks = addChecks(checks, countChecks(outcome.checks ?? []));
      if (!isNotStarted(outcome)) return toMarkdownOutcome(outcome);
      // They are shown as a group.
      notStarted.push(outcome);
      return null;
    },
    summary: () => formatRunSummary(run),
    lead: () => [
      formatApplyEnd(run, { summary: run.summary, checks }),
      ...formatNotStarted(notStarted),
      ...listOutsideGit(run.outsideGit, formatCode),
    ],
    end: () => [],
  };
}

function toMarkdownOutcome(outcome: AccountOutcome): MarkdownAccount | null {
  const urgency = toUrgency(classifyOutcome(outcome));
  if (urgency === 3 && outcome.outcomes.length === 0) return null;
  const text = formatOutcomeSummary(outcome);
  return {
    account: outcome.account,
    urgency,
    concern: urgency === 3 ? null : () => formatConcern(outcome, urgency),
    cells: [text],
    text: text,
    details: urgency === 3 ? null : () => formatOutcome(outcome, plainPaint),
    notices: null,
  };
}

function toUrgency(state: AccountState): Urgency {
  if (state === 'left-paused') return 0;
  if (state === 'failed' || state === 'stopped') return 1;
  return state === 'done' ? 3 : 2;
}

function formatNotStarted(outcomes: readonly AccountOutcome[]): string[] {
  if (outcomes.length === 0) return [];
  const { says: text, names } = describeNotStarted(outcomes);
  const all = [...names.map(formatCode), ...formatMore(outcomes)].join(', ');
  return [`**${text}** in ${count(outcomes.length, 'account')}: ${all}`];
}

function formatConcern(outcome: AccountOutcome, urgency: Urgency): string {
  const troubles = listDiagnosticsByUrgency(outcome);
  if (urgency === 0) return formatFirstDiagnostic('LEFT PAUSED', troubles);
  if (urgency === 1)
    return formatFirstDiagnostic(isStopped(outcome) ? 'STOPPED' : 'FAILED', troubles);
  if (troubles.length > 0) return formatFirstDiagnostic('warning', troubles);
  return formatConcerns(listOutcomeConcerns(outcome));
}

function formatRunSummary({ summary, notBegun, notPlanned }: ApplyReport['run']): string {
  const { accounts, accountsFailed, accountsStopped, operations } = summary;
  const { done, waiting } = operations;
  const left = notPlanned === 0 ? '' : `, ${count(notPlanned, 'account')} could not be planned`;
  if (notBegun !== undefined) return `${notStartedTexts[notBegun]}${left}`;
  if (accountsFailed + accountsStopped > 0) {
    return `${formatFailedCount(accountsFailed, accountsStopped, accounts)}${left}`;
  }
  if (done + waiting === 0) return `nothing ${notPlanned > 0 ? 'was done' : 'to do'}${left}`;
  return `${count(done, 'write')} done and verified${left}`;
}

const notStartedTexts = {
  refused: 'refused, nothing was started',
  declined: 'declined, nothing was started',
  'nobody-to-ask': 'no approval, nothing was started',
} as const;

function addChecks(left: CheckSummary, right: CheckSummary): CheckSummary {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    notMade: left.notMade + right.notMade,
    waits: left.waits + right.waits,
    notFound: left.notFound + right.notFound,
  };
}

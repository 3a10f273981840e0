import { count, formatDuration } from '../../kit/text/text-layout.ts';
import type { Change } from '../../model/plan/change.ts';
import { isFolded } from '../../model/plan/folded.ts';
import type { AccountPlan } from '../../model/plan/plan.ts';
import {
  type CommandContext,
  type PlanFrame,
  type PlannedAccount,
  toCommandContext,
} from '../../model/report/report.ts';
import type { PlanReport } from '../../model/report/report-document.ts';
import { listPlanConcerns } from '../classify/concern.ts';
import { toPlanLabel } from '../classify/to-plan-label.ts';
import { listFolded } from '../phrases/list-folded.ts';
import { listLeftOut } from '../phrases/list-left-out.ts';
import { listOutsideGit } from '../phrases/list-outside-git.ts';
import { formatEstimatedCost, formatNothing, listNextCommands } from '../text/format-plan-end.ts';
import { formatChanges, formatPlanSummary } from '../text/format-plan-text.ts';
import { formatNotOffered } from '../text/parts/format-not-offered.ts';
import { plainPaint } from '../text/parts/paint.ts';
import { formatCommands } from './format-commands.ts';
import { formatTable } from './format-table.ts';
import {
  formatCode,
  type MarkdownAccount,
  type MarkdownReport,
  toObservedAccount,
  toUnknownAccount,
} from './markdown-report.ts';

const verbs = ['create', 'update', 'replace', 'delete', 'adopt'] as const;

/** A plan in Markdown. */
export function toPlanMarkdown({ run }: PlanReport): MarkdownReport<PlannedAccount> {
  const taken = run.undoes === undefined ? '' : `, which undoes ${formatCode(run.undoes)}`;
  const { command } = toPlanLabel(run);
  return {
    title: `cyclectl ${command} for ${formatCode(run.target.environment)}${taken}`,
    columns: ['create', 'change', 'replace', 'delete', 'adopt', 'interrupts'],
    toAccount: (account) =>
      account.kind === 'planned'
        ? toMarkdownPlanned(account.plan, toCommandContext(run))
        : toUnknownAccount('NOT PLANNED', account),
    summary: () => formatRunSummary(run),
    lead: () => [...formatLead(run), ...listOutsideGit(run.outsideGit, formatCode)],
    end: () => formatEnd(run),
  };
}

function toMarkdownPlanned(plan: AccountPlan, context: CommandContext): MarkdownAccount | null {
  const { account, changes } = plan;
  const notices = plan.notices.filter((notice) => !isFolded(notice));
  if (changes.length + notices.length === 0) return null;
  const countOf = (isMeant: (change: Change) => boolean): number => changes.filter(isMeant).length;
  const cells = [
    ...verbs.map((verb) => countOf((change) => change.verb === verb)),
    countOf(({ impact }) => impact === 'interrupts'),
  ];
  const reported = {
    account,
    concerns: listPlanConcerns(plan),
    cells: changes.length === 0 ? null : cells,
    text: formatPlanSummary(plan),
    notices,
    writeDifferences: () => formatChanges(plan, plainPaint),
  };
  return toObservedAccount(reported, context);
}

function formatRunSummary({ summary, next }: PlanFrame): string {
  const { accountsWithOperations: changing, notPlanned } = summary;
  if (isNothing(summary)) return 'no changes';
  const would = next.kind === 'refused' ? ' would' : '';
  const change = changing === 1 && would === '' ? 'changes' : 'change';
  return [
    ...(next.kind === 'refused' ? ['refused'] : []),
    changing === 0 ? 'no changes' : `${count(changing, 'account')}${would} ${change}`,
    ...(notPlanned === 0 ? [] : [`${count(notPlanned, 'account')} could not be planned`]),
  ].join(', ');
}

function isNothing({ operations, notPlanned }: PlanFrame['summary']): boolean {
  return operations === 0 && notPlanned === 0;
}

function formatLead(frame: PlanFrame): string[] {
  const { summary, cost, next } = frame;
  if (isNothing(summary)) {
    return [frame.undoes === undefined ? formatNothing(frame) : formatCode(formatNothing(frame))];
  }
  const { notOffered } = summary;
  const costs = formatEstimatedCost(frame);
  const sentences = [
    ...(next.kind === 'refused' ? ['**Apply would refuse this plan.**'] : []),
    `${count(summary.accounts, 'account')} read with ${count(cost.requests, 'request')} in ${formatDuration(cost.durationMs)}.`,
    ...listLeftOut(frame).map(({ text }) => `${text}.`),
    ...listFolded(summary).map((text) => `${text}.`),
    ...(notOffered.length === 0 ? [] : [`The service ${formatNotOffered(summary)}.`]),
    ...(costs === '' ? [] : [`Estimated cost of the apply: ${costs}.`]),
  ];
  return [formatCounts(frame), sentences.join(' ')];
}

// Columns for changes are always present; others only if they are not zero.
function formatCounts({ summary, maxDeletes }: PlanFrame): string {
  const { replaces, adopts, interrupts, newWebhookUrls, secrets, waits, byHand } = summary;
  const rare: readonly (readonly [string, number])[] = [
    ['replace', replaces],
    ['adopt', adopts],
    ['interrupts', interrupts],
    ['webhook addresses lost', newWebhookUrls.length],
    ['secrets written', secrets],
    ['waits for sign-in', waits],
    ['manual actions', byHand],
    ['not planned', summary.notPlanned],
  ];
  const columns: readonly (readonly [string, string | number])[] = [
    ['accounts', summary.accountsWithOperations],
    ['create', summary.creates],
    ['change', summary.updates],
    [`delete (allowed ${maxDeletes})`, summary.deletes],
    ...rare.filter(([, number]) => number > 0),
  ];
  return formatTable(
    columns.map(([name]) => name),
    [columns.map(([, value]) => String(value))],
  );
}

function formatEnd(frame: PlanFrame): string[] {
  if (frame.summary.operations === 0) return [];
  const commands = listNextCommands(frame);
  return commands.length === 0 ? [] : [formatCommands('To apply this plan', commands)];
}

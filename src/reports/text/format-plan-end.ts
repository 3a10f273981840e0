import { formatName } from '../../kit/text/format-name.ts';
import {
  columns,
  count,
  formatAligned,
  formatDuration,
  formatParagraph,
} from '../../kit/text/text-layout.ts';
import type { PlanSummary } from '../../model/plan/plan.ts';
import type { PlanFrame } from '../../model/report/report.ts';
import { formatApplyCommand } from '../commands/format-apply-command.ts';
import { formatPlanCommand } from '../commands/format-plan-command.ts';
import { revertFile } from '../commands/format-revert-command.ts';
import { listFolded } from '../phrases/list-folded.ts';
import { listLeftOut } from '../phrases/list-left-out.ts';
import { formatNotOffered } from './parts/format-not-offered.ts';
import type { Paint } from './parts/paint.ts';

/** The end of a plan: one line if it is empty, else its counts and the next commands. */
export function formatPlanEnd(frame: PlanFrame, paint: Paint): string {
  const { summary } = frame;
  if (summary.operations === 0 && summary.notPlanned === 0) {
    return formatParagraph(formatNothing(frame), 0);
  }
  return [paint.bold('Summary'), ...formatSummary(frame), ...formatNext(frame)].join('\n');
}

/** The sentence for an empty plan, with its number of accounts. */
export function formatNothing(frame: PlanFrame): string {
  const { summary, cost, undoes, reverts, destroys } = frame;
  if (destroys === true) return 'Nothing to destroy.';
  if (undoes !== undefined) {
    return `Nothing of the run ${formatName(undoes)} to undo in ${count(summary.accounts, 'account')}.`;
  }
  const sentences = [
    ...(reverts === true
      ? [
          'Nothing to revert.',
          `No drift in ${count(summary.accounts, 'account')} that a plan can revert${formatWaits(summary)}.`,
        ]
      : [
          'No changes.',
          `${count(summary.accounts, 'account')} up to date${formatWaits(summary)}.`,
        ]),
    ...(summary.adopts === 0
      ? []
      : [`${count(summary.adopts, 'object')} will be adopted by the next apply.`]),
    ...listLeftOut(frame).map(({ text }) => `${text}.`),
    ...listFolded(summary).map((text) => `${text}.`),
    ...(summary.notOffered.length === 0 ? [] : [`The service ${formatNotOffered(summary)}.`]),
    `${count(cost.requests, 'request')}, ${formatDuration(cost.durationMs)}.`,
  ];
  return sentences.join(' ');
}

function formatWaits({ waits, byHand }: PlanSummary): string {
  const said = [
    ...(waits === 0
      ? []
      : [`${count(waits, 'connector')} ${waits === 1 ? 'waits' : 'wait'} for a person`]),
    ...(byHand === 0 ? [] : [`${count(byHand, 'manual action')} left`]),
  ];
  return said.length === 0 ? '' : ` (${said.join(', ')})`;
}

function formatSummary(frame: PlanFrame): string[] {
  const { summary } = frame;
  const { creates, updates, replaces, deletes, adopts } = summary;
  const verbs = [
    `create ${creates}`,
    `update ${updates}`,
    ...(adopts > 0 ? [`adopt ${adopts}`] : []),
    ...(replaces > 0 ? [`replace ${replaces}`] : []),
    `delete ${deletes} (allowed ${frame.maxDeletes})`,
  ].join(', ');
  const lines: readonly (readonly [string, string])[] = [
    ['to apply', `${count(summary.accountsWithOperations, 'account')}: ${verbs}`],
    ['impact', formatCareful(summary)],
    ['unplanned', summary.notPlanned === 0 ? '' : count(summary.notPlanned, 'account')],
    ...listLeftOut(frame).map(({ name, short }) => [name, short] as const),
    ...listFolded(summary).map((text) => ['note', text] as const),
    ['service', summary.notOffered.length === 0 ? '' : formatNotOffered(summary)],
    ['cost', formatEstimatedCost(frame)],
  ];
  return lines
    .filter(([, text]) => text !== '')
    .map(([name, text]) => formatAligned(`  ${name}`, text, { column: 13, hang: 13, most: 3 }));
}

function formatCareful({
  interrupts,
  secrets,
  waits,
  replaces,
  deletes,
  byHand,
  ...summary
}: PlanSummary): string {
  return [
    ...(interrupts > 0 ? [`interrupts ${count(interrupts, 'cycle')}`] : []),
    ...(replaces > 0 ? [`replaces ${count(replaces, 'cycle')}`] : []),
    ...(summary.newWebhookUrls.length > 0
      ? [`ends webhook addresses of ${count(summary.newWebhookUrls.length, 'cycle')}`]
      : []),
    ...(deletes > 0 ? [`deletes ${count(deletes, 'object')}`] : []),
    ...(secrets > 0 ? [`writes ${count(secrets, 'secret')}`] : []),
    ...(waits > 0 ? [`waits for ${count(waits, 'person', 'people')}`] : []),
    ...(byHand > 0 ? [`needs ${count(byHand, 'manual action')}`] : []),
  ].join(', ');
}

/**
 * Estimates the requests and the time of an apply: those of its accounts, plus the shared reads of
 * the plan, such as the catalog. Empty without an estimate.
 */
export function formatEstimatedCost({ summary, cost, requestsPerSecond }: PlanFrame): string {
  const { operations, planRequests = 0, applyRequests = 0 } = summary;
  if (operations === 0 || applyRequests === 0) return '';
  const requests = applyRequests + Math.max(0, cost.requests - planRequests);
  const seconds = Math.max(1, Math.round(requests / requestsPerSecond));
  const time = seconds < 60 ? count(seconds, 'second') : formatDuration(seconds * 1000);
  return `about ${count(requests, 'request')}, ${time} at ${requestsPerSecond} per second`;
}

function formatNext({ next, summary, target }: PlanFrame): string[] {
  if (next.kind === 'none') return [];
  if (summary.operations === 0) return ['', 'Nothing was changed.'];
  if (next.kind === 'refused')
    return ['', 'Nothing was changed, and apply would refuse this plan.'];
  const commands = listNextCommands({ next, target });
  const both = `  ${commands.join('    then    ')}`;
  const lines = both.length <= columns ? [both] : commands.map((command) => `  ${command}`);
  return ['', 'Nothing was changed. To apply this plan:', ...lines];
}

/** The commands that apply the plan, in order; empty if it cannot be applied. */
export function listNextCommands({ next, target }: Pick<PlanFrame, 'next' | 'target'>): string[] {
  if (next.kind === 'apply') return [formatApplyCommand(next.directory, next.file)];
  if (next.kind !== 'save') return [];
  const file = next.asked.reverts === undefined ? 'plan.json' : revertFile;
  return [
    formatPlanCommand(target.environment, next.asked),
    formatApplyCommand(next.asked.directory, file),
  ];
}

import { align, columns, count, wrapIndented, writeDuration } from '../../kit/text/text-layout.ts';
import { writeName } from '../../kit/text/write-name.ts';
import type { PlanSummary } from '../../model/plan/plan.ts';
import type { PlanFrame } from '../../model/report/report.ts';
import { writeApplyCommand } from '../commands/write-apply-command.ts';
import { writePlanCommand } from '../commands/write-plan-command.ts';
import { revertFile } from '../commands/write-revert-command.ts';
import { listFolded } from '../words/list-folded.ts';
import { listLeftOut } from '../words/list-left-out.ts';
import type { Paint } from './parts/paint.ts';
import { writeNotOffered } from './parts/write-not-offered.ts';

/** The end of a plan: one line where there is nothing to do, else the counts and what to do next. */
export function writePlanEnd(frame: PlanFrame, paint: Paint): string {
  const { summary } = frame;
  if (summary.operations === 0 && summary.notPlanned === 0) {
    return wrapIndented(writeNothing(frame), 0);
  }
  return [paint.bold('Summary'), ...writeSummary(frame), ...writeNext(frame)].join('\n');
}

/** That there is nothing to do, and of how many accounts. */
export function writeNothing(frame: PlanFrame): string {
  const { summary, cost, undoes, reverts, destroys } = frame;
  if (destroys === true) return 'Nothing is left to destroy.';
  if (undoes !== undefined) {
    return `Nothing of the run ${writeName(undoes)} is left to take back in ${count(summary.accounts, 'account')}.`;
  }
  const sentences = [
    ...(reverts === true
      ? [
          'Nothing to take back.',
          `No drift in ${count(summary.accounts, 'account')} that a plan could end${writeWaits(summary)}.`,
        ]
      : ['No changes.', `${count(summary.accounts, 'account')} as in Git${writeWaits(summary)}.`]),
    ...(summary.adopts === 0
      ? []
      : [`${count(summary.adopts, 'object')} will be adopted by the next apply.`]),
    ...listLeftOut(frame).map(({ says }) => `${says}.`),
    ...listFolded(summary).map((says) => `${says}.`),
    ...(summary.notOffered.length === 0 ? [] : [`The service ${writeNotOffered(summary)}.`]),
    `${count(cost.requests, 'request')}, ${writeDuration(cost.durationMs)}.`,
  ];
  return sentences.join(' ');
}

function writeWaits({ waits, byHand }: PlanSummary): string {
  const said = [
    ...(waits === 0
      ? []
      : [`${count(waits, 'connector')} ${waits === 1 ? 'waits' : 'wait'} for a person`]),
    ...(byHand === 0
      ? []
      : [`${count(byHand, 'thing')} ${byHand === 1 ? 'is' : 'are'} left to be done by hand`]),
  ];
  return said.length === 0 ? '' : ` (${said.join(', ')})`;
}

function writeSummary(frame: PlanFrame): string[] {
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
    ['careful', writeCareful(summary)],
    ['not known', summary.notPlanned === 0 ? '' : count(summary.notPlanned, 'account')],
    ...listLeftOut(frame).map(({ name, short }) => [name, short] as const),
    ...listFolded(summary).map((says) => ['to know', says] as const),
    ['service', summary.notOffered.length === 0 ? '' : writeNotOffered(summary)],
    ['cost', estimateCost(frame)],
  ];
  return lines
    .filter(([, text]) => text !== '')
    .map(([name, text]) => align(`  ${name}`, text, { column: 13, hang: 13, most: 3 }));
}

function writeCareful({
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
    ...(byHand > 0 ? [`leaves ${count(byHand, 'thing')} to be done by hand`] : []),
  ].join(', ');
}

/**
 * Estimates the requests and the time of an apply: those of its accounts, and once more what the plan read for all of
 * them, such as the catalog. Empty where nothing was estimated.
 */
export function estimateCost({ summary, cost, requestsPerSecond }: PlanFrame): string {
  const { operations, planRequests = 0, applyRequests = 0 } = summary;
  if (operations === 0 || applyRequests === 0) return '';
  const requests = applyRequests + Math.max(0, cost.requests - planRequests);
  const seconds = Math.max(1, Math.round(requests / requestsPerSecond));
  const time = seconds < 60 ? count(seconds, 'second') : writeDuration(seconds * 1000);
  return `about ${count(requests, 'request')}, ${time} at ${requestsPerSecond} per second`;
}

function writeNext({ next, summary, target }: PlanFrame): string[] {
  if (next.kind === 'none') return [];
  if (summary.operations === 0) return ['', 'Nothing was changed.'];
  if (next.kind === 'refused')
    return ['', 'Nothing was changed, and apply would refuse this plan.'];
  const commands = listNextCommands({ next, target });
  const both = `  ${commands.join('    then    ')}`;
  const lines = both.length <= columns ? [both] : commands.map((command) => `  ${command}`);
  return ['', 'Nothing was changed. To do exactly this:', ...lines];
}

/** The commands that do what was planned, one after the other; none where nothing can be done. */
export function listNextCommands({ next, target }: Pick<PlanFrame, 'next' | 'target'>): string[] {
  if (next.kind === 'apply') return [writeApplyCommand(next.directory, next.file)];
  if (next.kind !== 'save') return [];
  const file = next.asked.reverts === undefined ? 'plan.json' : revertFile;
  return [
    writePlanCommand(target.environment, next.asked),
    writeApplyCommand(next.asked.directory, file),
  ];
}

import { count, writeDuration } from '../../kit/text/text-layout.ts';
import type { Change } from '../../model/plan/change.ts';
import { isFolded } from '../../model/plan/folded.ts';
import type { AccountPlan } from '../../model/plan/plan.ts';
import {
  type CommandPlace,
  type PlanFrame,
  type PlannedAccount,
  toPlace,
} from '../../model/report/report.ts';
import type { PlanReport } from '../../model/report/report-document.ts';
import { listPlanConcerns } from '../judge/concern.ts';
import { namePlan } from '../judge/name-plan.ts';
import { plainPaint } from '../text/parts/paint.ts';
import { writeNotOffered } from '../text/parts/write-not-offered.ts';
import { estimateCost, listNextCommands, writeNothing } from '../text/write-plan-end.ts';
import { summarisePlan, writeChanges } from '../text/write-plan-text.ts';
import { listFolded } from '../words/list-folded.ts';
import { listLeftOut } from '../words/list-left-out.ts';
import { listOutsideGit } from '../words/list-outside-git.ts';
import { type Telling, type ToldAccount, tellLookedAt, tellUnknown, writeCode } from './telling.ts';
import { writeCommands } from './write-commands.ts';
import { writeTable } from './write-table.ts';

const verbs = ['create', 'update', 'replace', 'delete', 'adopt'] as const;

/** A plan in Markdown. */
export function tellPlan({ run }: PlanReport): Telling<PlannedAccount> {
  const taken = run.undoes === undefined ? '' : `, which takes back ${writeCode(run.undoes)}`;
  const { command } = namePlan(run);
  return {
    title: `cyclectl ${command} for ${writeCode(run.target.environment)}${taken}`,
    columns: ['create', 'change', 'replace', 'delete', 'adopt', 'interrupts'],
    tell: (account) =>
      account.kind === 'planned'
        ? tellPlanned(account.plan, toPlace(run))
        : tellUnknown('NOT PLANNED', account),
    verdict: () => sayVerdict(run),
    lead: () => [...writeLead(run), ...listOutsideGit(run.outsideGit, writeCode)],
    end: () => writeEnd(run),
  };
}

function tellPlanned(plan: AccountPlan, place: CommandPlace): ToldAccount | null {
  const { account, changes } = plan;
  const notices = plan.notices.filter((notice) => !isFolded(notice));
  if (changes.length + notices.length === 0) return null;
  const countOf = (isMeant: (change: Change) => boolean): number => changes.filter(isMeant).length;
  const cells = [
    ...verbs.map((verb) => countOf((change) => change.verb === verb)),
    countOf(({ impact }) => impact === 'interrupts'),
  ];
  const told = {
    account,
    concerns: listPlanConcerns(plan),
    cells: changes.length === 0 ? null : cells,
    says: summarisePlan(plan),
    notices,
    writeDifferences: () => writeChanges(plan, plainPaint),
  };
  return tellLookedAt(told, place);
}

function sayVerdict({ summary, next }: PlanFrame): string {
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

function writeLead(frame: PlanFrame): string[] {
  const { summary, cost, next } = frame;
  if (isNothing(summary)) {
    return [frame.undoes === undefined ? writeNothing(frame) : writeCode(writeNothing(frame))];
  }
  const { notOffered } = summary;
  const costs = estimateCost(frame);
  const sentences = [
    ...(next.kind === 'refused' ? ['**Apply would refuse this plan.**'] : []),
    `${count(summary.accounts, 'account')} looked at with ${count(cost.requests, 'request')} in ${writeDuration(cost.durationMs)}.`,
    ...listLeftOut(frame).map(({ says }) => `${says}.`),
    ...listFolded(summary).map((says) => `${says}.`),
    ...(notOffered.length === 0 ? [] : [`The service ${writeNotOffered(summary)}.`]),
    ...(costs === '' ? [] : [`To apply it takes ${costs}.`]),
  ];
  return [writeCounts(frame), sentences.join(' ')];
}

// What changes always has a column; of the rest only what there is.
function writeCounts({ summary, maxDeletes }: PlanFrame): string {
  const { replaces, adopts, interrupts, newWebhookUrls, secrets, waits, byHand } = summary;
  const rare: readonly (readonly [string, number])[] = [
    ['replace', replaces],
    ['adopt', adopts],
    ['interrupts', interrupts],
    ['webhook addresses end', newWebhookUrls.length],
    ['secrets written', secrets],
    ['waits for people', waits],
    ['by hand', byHand],
    ['not planned', summary.notPlanned],
  ];
  const columns: readonly (readonly [string, string | number])[] = [
    ['accounts', summary.accountsWithOperations],
    ['create', summary.creates],
    ['change', summary.updates],
    [`delete (allowed ${maxDeletes})`, summary.deletes],
    ...rare.filter(([, number]) => number > 0),
  ];
  return writeTable(
    columns.map(([name]) => name),
    [columns.map(([, value]) => String(value))],
  );
}

function writeEnd(frame: PlanFrame): string[] {
  if (frame.summary.operations === 0) return [];
  const commands = listNextCommands(frame);
  return commands.length === 0 ? [] : [writeCommands('To do exactly this', commands)];
}

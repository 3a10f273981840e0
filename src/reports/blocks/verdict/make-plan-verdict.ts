import { count, formatDuration } from '../../../kit/text/text-layout.ts';
import { type PlanSummary, toPlanKind } from '../../../model/plan/plan.ts';
import type { PlanFrame } from '../../../model/report/report.ts';
import type { SinceNote } from '../../../model/report/untracked-accounts.ts';
import type { Tone } from '../../classify/object-states.ts';
import type { Phrase } from '../phrase.ts';
import { describeNotRead } from '../words/describe-not-read.ts';
import { formatCost } from '../words/format-cost.ts';
import { formatApplyCommand, listApplyCommands } from '../words/format-plan-commands.ts';
import { planWords } from '../words/plan-words.ts';
import { listDistrust } from './list-distrust.ts';
import { listFolded } from './list-folded.ts';
import { listNotCompared } from './list-not-compared.ts';
import { listNotOurs, listOrphaned } from './list-outside-git.ts';
import { plainVerdict, type Verdict, type VerdictRow } from './verdict.ts';

/** The verdict of a plan: counts and the next commands, or that there is nothing to do. */
export function makePlanVerdict(frame: PlanFrame): Verdict {
  const { summary, cost, outsideGit, next } = frame;
  const { operations, notPlanned, refused = 0 } = summary;
  const isNothing = operations + notPlanned + refused === 0 && next.kind !== 'refused';
  const words = planWords[toPlanKind(frame)];
  return {
    ...plainVerdict,
    title: words.title,
    tone: toTone(frame),
    result: isNothing ? words.nothing(frame) : listResult(frame),
    rows: isNothing ? [] : listRows(frame),
    sentences: isNothing ? listNotes(frame) : listEnd(frame),
    // An apply that goes on says at its end what both took.
    cost: !isNothing && next.kind === 'none' ? null : formatCost(cost),
    orphaned: listOrphaned(outsideGit),
    outside: listNotOurs(outsideGit),
    next: listNext(frame),
  };
}

function listResult({ summary, next }: PlanFrame): readonly Phrase[] {
  const { accountsWithOperations: changing, notPlanned, refused = 0 } = summary;
  const isRefused = next.kind === 'refused';
  const change = isRefused ? 'would change' : changing === 1 ? 'changes' : 'change';
  return [
    ...(isRefused ? ['refused'] : []),
    changing === 0 ? 'no changes' : `${count(changing, 'account')} ${change}`,
    ...(notPlanned === 0 ? [] : [`${count(notPlanned, 'account')} could not be planned`]),
    ...(refused === 0 ? [] : [`${count(refused, 'object')} refused`]),
  ];
}

function listNotes(frame: PlanFrame): readonly Phrase[] {
  const { summary } = frame;
  if (planWords[toPlanKind(frame)].comparesAll !== true) return [];
  const { adopts } = summary;
  return [
    ...(adopts === 0 ? [] : [`${count(adopts, 'object')} will be adopted by the next apply`]),
    ...listLeftOut(frame).map(({ text }) => text),
    ...listNotRead(frame),
    ...listDistrust(frame),
    ...listFolded(summary),
    ...listHidden(frame),
  ];
}

function listNotRead({ summary: { notRead } }: PlanFrame): readonly Phrase[] {
  return notRead === undefined ? [] : [describeNotRead(notRead)];
}

// A field that is hidden is expected of a service that offers all.
function listHidden({ summary }: PlanFrame): readonly string[] {
  const { notOffered, notShown } = listNotCompared(summary);
  return notOffered.length === 0 ? [] : [[...notOffered, ...notShown].join('; ')];
}

function listRows(frame: PlanFrame): readonly VerdictRow[] {
  const { summary } = frame;
  const { rows: first, counts = listCounts } = planWords[toPlanKind(frame)];
  const { notPlanned, refused = 0 } = summary;
  const rows: readonly VerdictRow[] = [
    ...(first?.(frame) ?? []),
    {
      name: 'to apply',
      text: `${count(summary.accountsWithOperations, 'account')}: ${counts(frame)}`,
    },
    { name: 'impact', text: formatImpact(summary) },
    { name: 'unplanned', text: notPlanned === 0 ? '' : count(notPlanned, 'account') },
    { name: 'refused', text: refused === 0 ? '' : count(refused, 'object') },
    ...listLeftOut(frame),
    ...listNotRead(frame).map((text) => ({ name: 'not read', text })),
    ...[...listDistrust(frame), ...listFolded(summary)].map((text) => ({ name: 'note', text })),
    {
      name: 'not shown',
      text: listHidden(frame).join(''),
    },
    { name: 'cost', text: formatEstimatedCost(frame) },
  ];
  return rows.filter(({ text }) => text !== '');
}

function listCounts({ summary, maxDeletes }: PlanFrame): string {
  const { creates, updates, replaces, deletes, adopts } = summary;
  return [
    `create ${creates}`,
    `update ${updates}`,
    ...(adopts > 0 ? [`adopt ${adopts}`] : []),
    ...(replaces > 0 ? [`replace ${replaces}`] : []),
    `delete ${deletes} (allowed ${maxDeletes})`,
  ].join(', ');
}

function formatImpact(summary: PlanSummary): string {
  const { interrupts, secrets, waits, replaces, deletes, byHand, newWebhookUrls } = summary;
  return [
    ...(interrupts > 0 ? [`interrupts ${count(interrupts, 'cycle')}`] : []),
    ...(replaces > 0 ? [`replaces ${count(replaces, 'cycle')}`] : []),
    ...(newWebhookUrls.length > 0
      ? [`ends webhook addresses of ${count(newWebhookUrls.length, 'cycle')}`]
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
function formatEstimatedCost({ summary, cost, requestsPerSecond }: PlanFrame): string {
  const { operations, planRequests = 0, applyRequests = 0 } = summary;
  if (operations === 0 || applyRequests === 0) return '';
  const requests = applyRequests + Math.max(0, cost.requests - planRequests);
  const seconds = Math.max(1, Math.round(requests / requestsPerSecond));
  const time = seconds < 60 ? count(seconds, 'second') : formatDuration(seconds * 1000);
  return `about ${count(requests, 'request')}, ${time} at ${requestsPerSecond} per second`;
}

function listEnd({ next, summary, asked }: PlanFrame): readonly Phrase[] {
  if (next.kind === 'none') return [];
  if (next.kind !== 'refused' || summary.operations === 0) return ['nothing was changed'];
  const isRollout = asked?.rollout !== undefined;
  return [
    `nothing was changed, and ${isRollout ? 'a rollout of this plan cannot be opened' : 'apply would refuse this plan'}`,
  ];
}

function listNext({ next, summary, target }: PlanFrame): Verdict['next'] {
  const does = 'To apply this plan';
  if (summary.operations === 0) return [];
  if (next.kind === 'apply') {
    return [{ does, commands: [formatApplyCommand(next.directory, next.file)] }];
  }
  if (next.kind !== 'save') return [];
  const commands = listApplyCommands(target.environment, next.asked);
  return commands.length === 0 ? [] : [{ does, commands }];
}

function toTone({ summary, next }: PlanFrame): Tone {
  const { notPlanned, refused = 0, operations, deletes, replaces } = summary;
  if (notPlanned + refused > 0 || next.kind === 'refused') return 'bad';
  if (operations === 0) return 'good';
  return deletes + replaces > 0 ? 'attention' : 'info';
}

/** Lists why a plan excludes some accounts of its environment, with their number. */
export function listLeftOut({
  summary,
  since,
  replaces,
}: Pick<PlanFrame, 'summary' | 'since' | 'replaces'>): readonly VerdictRow[] {
  const selected = summary.skipped - (since?.untouched ?? 0) - (replaces?.untouched ?? 0);
  const text = `${count(selected, 'account')} excluded by --select`;
  return [
    ...(selected === 0 ? [] : [{ name: 'excluded', text }]),
    ...(since === undefined ? [] : [{ name: 'since', text: formatSince(since) }]),
    ...(replaces === undefined
      ? []
      : [{ name: 'replaces', text: formatReplaces(replaces.untouched) }]),
  ];
}

// Accounts that a plan with --changed-since excluded; their state is unknown.
function formatSince({ ref, base, untouched, restsOn }: SinceNote): Phrase {
  const commit = [{ name: ref }, ` (${base.slice(0, 12)})`];
  if (restsOn !== null) {
    const all = '; every account depends on it, so all are planned';
    return [{ name: restsOn }, ' changed since ', ...commit, all];
  }
  if (untouched === 0) return ['all accounts changed since ', ...commit];
  return [`${count(untouched, 'account')} excluded: unchanged since `, ...commit];
}

function formatReplaces(untouched: number): string {
  if (untouched === 0) return 'the plan that it replaces changes every account of the environment';
  return `${count(untouched, 'account')} excluded: the plan that it replaces does not change them`;
}

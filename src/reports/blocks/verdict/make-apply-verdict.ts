import { count } from '../../../kit/text/text-layout.ts';
import { type CheckSummary, countChecks } from '../../../model/manifest/check.ts';
import {
  type AccountOutcome,
  countOutcomes,
  hasWritten,
  isNotStarted,
  isSuccess,
} from '../../../model/plan/outcome.ts';
import { formatCommand } from '../../../model/report/advice/commands.ts';
import type { ApplyReport } from '../../../model/report/report-document.ts';
import { classifyOutcome } from '../../classify/account-rank.ts';
import { listNames, type Phrase } from '../phrase.ts';
import { formatCost } from '../words/format-cost.ts';
import { listOutsideGit } from './list-outside-git.ts';
import { type NotStarted, plainVerdict, type Verdict } from './verdict.ts';

/** Names of accounts that were not started; the rest is counted. */
const maxNotStarted = 10;

const notBegunTexts = {
  refused: 'refused, nothing was started',
  declined: 'declined, nothing was started',
  'nobody-to-ask': 'no approval, nothing was started',
} as const;

/** The verdict of an apply. */
export async function makeApplyVerdict({ run, accounts }: ApplyReport): Promise<Verdict> {
  let checks = countChecks([]);
  const unplanned = run.notPlanned + (run.refused ?? 0);
  let [paused, written, isWhole] = [0, false, unplanned === 0];
  const notStarted: AccountOutcome[] = [];
  for await (const outcome of accounts()) {
    checks = addChecks(checks, countChecks(outcome.checks ?? []));
    if (classifyOutcome(outcome) === 'left-paused') paused += 1;
    written ||= hasWritten(outcome);
    isWhole &&= isSuccess(outcome);
    if (isNotStarted(outcome)) notStarted.push(outcome);
  }
  const { summary, cost } = run;
  const { waiting } = summary.operations;
  const isBad =
    paused + summary.accountsFailed + summary.accountsStopped + unplanned > 0 ||
    run.notBegun !== undefined;
  // An account that failed may have adopted none.
  const adopts = isBad ? 0 : (run.adopts ?? 0);
  return {
    ...plainVerdict,
    title: toTitle(run, written ? (isWhole ? 'all' : 'part') : adopts > 0 ? 'all' : 'nothing'),
    tone: isBad ? 'bad' : waiting > 0 ? 'waiting' : 'good',
    result: listResult(run, paused, adopts),
    sentences: listSentences(run, checks),
    cost: formatCost(cost),
    notStarted: describeNotStarted(notStarted),
    outside: listOutsideGit(run.outsideGit),
    next: listNext(run),
  };
}

// A destroy has to be requested again.
function listNext({ target, directory, command, summary }: ApplyReport['run']): Verdict['next'] {
  if (summary.accountsStopped === 0 || command === 'destroy') return [];
  const { environment } = target;
  return [{ does: 'To resume', commands: [formatCommand('resume', { environment, directory })] }];
}

// Claims no more than was written.
function toTitle({ command }: ApplyReport['run'], much: 'nothing' | 'part' | 'all'): string {
  const [does, preposition] = command === 'destroy' ? ['Destroyed', 'in'] : ['Applied', 'to'];
  if (much === 'nothing') return `Nothing was ${does.toLowerCase()} ${preposition}`;
  return `${does}${much === 'part' ? ' in part' : ''} ${preposition}`;
}

function listResult(
  { summary, notBegun, notPlanned, refused = 0 }: ApplyReport['run'],
  paused: number,
  adopts: number,
): readonly Phrase[] {
  const { accounts, accountsFailed, accountsStopped, operations } = summary;
  const { done, waiting } = operations;
  const have = paused === 1 ? 'has' : 'have';
  return [
    ...(paused === 0 ? [] : [`${count(paused, 'account')} ${have} cycles left paused`]),
    notBegun !== undefined
      ? notBegunTexts[notBegun]
      : accountsFailed + accountsStopped > 0
        ? formatFailedCount(accountsFailed, accountsStopped, accounts)
        : done + waiting > 0
          ? `${count(summary.writes ?? done, 'write')} done and verified in ${count(accounts, 'account')}`
          : adopts > 0
            ? 'nothing was sent'
            : `nothing ${notPlanned + refused > 0 ? 'was done' : 'to do'}`,
    ...(adopts === 0 ? [] : [`${count(adopts, 'object')} adopted`]),
    ...(notPlanned === 0 ? [] : [`${count(notPlanned, 'account')} could not be planned`]),
    ...(refused === 0 ? [] : [`${count(refused, 'object')} refused by the plan`]),
  ];
}

/** `2 of 5 accounts failed, 1 was stopped`. */
function formatFailedCount(failed: number, stopped: number, accounts: number): string {
  const all = count(accounts, 'account');
  const left = `${stopped === 1 ? 'was' : 'were'} stopped`;
  if (failed === 0) return `${stopped} of ${all} ${left}`;
  return `${failed} of ${all} failed${stopped === 0 ? '' : `, ${stopped} ${left}`}`;
}

function listSentences({ summary }: ApplyReport['run'], checks: CheckSummary): readonly Phrase[] {
  const { accountsFailed, accountsStopped, operations } = summary;
  const { done, waiting, unknown, undone, skipped } = operations;
  const wait = waiting === 1 ? 'waits' : 'wait';
  return [
    ...(accountsFailed + accountsStopped > 0
      ? [`${count(summary.writes ?? done, 'write')} done`]
      : []),
    ...(unknown > 0 ? [`${count(unknown, 'write')} with unknown outcome`] : []),
    ...(undone > 0 ? [`${count(undone, 'write')} rolled back`] : []),
    ...(skipped > 0 ? [`${count(skipped, 'write')} skipped`] : []),
    ...(waiting > 0 ? [`${count(waiting, 'write')} ${wait} for a person`] : []),
    ...(checks.passed > 0 ? [`${count(checks.passed, 'check')} passed`] : []),
    ...(checks.failed > 0 ? [`${count(checks.failed, 'check')} failed`] : []),
  ];
}

function describeNotStarted(outcomes: readonly AccountOutcome[]): NotStarted | null {
  if (outcomes.length === 0) return null;
  const { skipped } = countOutcomes(outcomes).operations;
  const first = outcomes.slice(0, maxNotStarted).map(({ account }) => [{ name: account }]);
  return {
    accounts: outcomes.length,
    text: `NOT STARTED, ${count(skipped, 'write')} skipped`,
    names: listNames(first, outcomes.length - first.length),
  };
}

function addChecks(left: CheckSummary, right: CheckSummary): CheckSummary {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    notMade: left.notMade + right.notMade,
    waits: left.waits + right.waits,
    notFound: left.notFound + right.notFound,
  };
}

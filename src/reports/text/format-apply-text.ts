import { formatName } from '../../kit/text/format-name.ts';
import {
  count,
  formatAligned,
  formatDuration,
  formatHanging,
  formatParagraph,
  formatSpread,
} from '../../kit/text/text-layout.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import { type CheckSummary, countChecks } from '../../model/manifest/check.ts';
import type {
  AccountOutcome,
  ApplySummary,
  MadeWebhook,
  OperationOutcome,
} from '../../model/plan/outcome.ts';
import { hasWritten, isNotStarted, isStopped, isSuccess } from '../../model/plan/outcome.ts';
import type { ApplyFrame } from '../../model/report/report.ts';
import { classifyOutcome, toOutcomeRank } from '../classify/account-rank.ts';
import { countOutcomes } from '../classify/count-outcomes.ts';
import { formatResumeCommand } from '../commands/format-resume-command.ts';
import { formatObjectPath } from '../phrases/format-path.ts';
import { formatWebhook } from '../phrases/format-webhook.ts';
import { formatWriteResult } from '../phrases/format-write-result.ts';
import { formatOutsideGit } from '../phrases/list-outside-git.ts';
import { formatLeftOut } from './format-left-out.ts';
import { formatWaiting } from './parts/format-checked.ts';
import { formatDiagnosticBlock } from './parts/format-diagnostic-block.ts';
import { formatTarget } from './parts/format-target.ts';
import type { Paint } from './parts/paint.ts';

const placement = { column: 35, hang: 10, most: 2 };

/**
 * The report of an apply as text: cycles left paused, then failures, then accounts that wait.
 * Completed accounts are only counted.
 */
export function* formatApplyText(
  frame: ApplyFrame,
  outcomes: readonly AccountOutcome[],
  paint: Paint,
): Generator<string, void, undefined> {
  yield `${paint.bold(`${formatHowMuch(frame, outcomes)} ${formatTarget(frame.target)}`)}\n`;
  const reported = outcomes.filter((each) => hasDetails(each) && !isNotStarted(each));
  for (const outcome of reported.toSorted(
    (left, right) => toOutcomeRank(left) - toOutcomeRank(right),
  )) {
    yield `\n${formatAccount(outcome, paint).join('\n')}\n`;
  }
  yield* formatNotStarted(outcomes.filter(isNotStarted), paint);
  const summary = countOutcomes(outcomes);
  const checks = countChecks(outcomes.flatMap((outcome) => outcome.checks ?? []));
  yield* formatOutsideGit(frame.outsideGit);
  yield `\n${formatParagraph(formatApplyEnd(frame, { summary, checks }), 0)}\n`;
}

function formatHowMuch(
  { notPlanned, command }: ApplyFrame,
  outcomes: readonly AccountOutcome[],
): string {
  const [nothing, all, part] =
    command === 'destroy'
      ? ['Nothing was destroyed in', 'Destroyed in', 'Destroyed in part in']
      : ['Nothing was applied to', 'Applied to', 'Applied in part to'];
  if (!outcomes.some(hasWritten)) return nothing;
  return notPlanned === 0 && outcomes.every(isSuccess) ? all : part;
}

/** One line for an account that is finished. */
export function formatAccountLine(outcome: AccountOutcome): string {
  return `${formatName(outcome.account)}: ${formatOutcomeSummary(outcome)}`;
}

/** Returns whether an account has more to show than its completion. */
export function hasDetails(outcome: AccountOutcome): boolean {
  return classifyOutcome(outcome) !== 'done';
}

/** Accounts that were not started, as a group. */
function* formatNotStarted(
  outcomes: readonly AccountOutcome[],
  paint: Paint,
): Generator<string, void, undefined> {
  if (outcomes.length === 0) return;
  const { says: text, names } = describeNotStarted(outcomes);
  const head = formatSpread(paint.bold(count(outcomes.length, 'account')), paint.red(text));
  yield `\n${head}\n${formatParagraph(names.map(formatName).concat(formatMore(outcomes)).join(', '), 6)}\n`;
}

/** Names of accounts that were not started; the rest is counted. */
const maxNotStarted = 10;

/** The summary of accounts that were not started, and their first names. */
export function describeNotStarted(outcomes: readonly AccountOutcome[]): {
  readonly says: string;
  readonly names: readonly string[];
} {
  const { skipped } = countOutcomes(outcomes).operations;
  return {
    says: `NOT STARTED, ${count(skipped, 'write')} skipped`,
    names: outcomes.slice(0, maxNotStarted).map(({ account }) => account),
  };
}

/** `and 176 more`, where not all names are written out. */
export function formatMore({ length }: readonly AccountOutcome[]): string[] {
  return length > maxNotStarted ? [`and ${length - maxNotStarted} more`] : [];
}

function formatAccount(outcome: AccountOutcome, paint: Paint): string[] {
  const summary = formatOutcomeSummary(outcome);
  return [
    formatSpread(
      paint.bold(formatName(outcome.account)),
      isSuccess(outcome) ? summary : paint.red(summary),
    ),
    ...formatOutcome(outcome, paint),
  ];
}

/** Lines about an account after an apply, shown under its name. */
export function formatOutcome(outcome: AccountOutcome, paint: Paint): string[] {
  return [
    ...listDiagnosticsByUrgency(outcome).map((diagnostic) =>
      formatDiagnosticBlock(diagnostic, paint),
    ),
    ...outcome.outcomes.flatMap((item) => formatUnexplained(item, paint)),
    ...listWaiting(outcome).map((checked) => formatWaiting(checked, paint)),
    ...(outcome.webhooks ?? []).map((webhook) => formatMade(webhook, paint)),
    ...formatLeftOut(outcome, paint),
  ];
}

// Results that no diagnostic speaks of.
function formatUnexplained(
  { operation, result, diagnostics }: OperationOutcome,
  paint: Paint,
): string[] {
  const about = formatObjectPath(operation.address);
  if (result === 'waiting') {
    const text = 'stays paused: a person must sign in its connector';
    return [formatAligned(`  ${paint.yellow('!')} ${about}`, text, placement)];
  }
  if ((result !== 'failed' && result !== 'unknown') || diagnostics.length > 0) return [];
  return [
    formatAligned(`  ${paint.red('x')} ${about}`, formatWriteResult(operation, result), placement),
  ];
}

/** The result of an account: `FAILED after 3 writes, 2 skipped`. */
export function formatOutcomeSummary(outcome: AccountOutcome): string {
  const { operations } = countOutcomes([outcome]);
  const { done, waiting, unknown, undone, skipped } = operations;
  const words = [
    ...formatHowFar(outcome, done),
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
    ...(undone > 0 ? [`${undone} rolled back`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(waiting > 0 ? [`${waiting} waiting for a person`] : []),
  ];
  return words.join(', ');
}

function formatHowFar(outcome: AccountOutcome, done: number): string[] {
  const writes = count(done, 'write');
  if (isSuccess(outcome)) return done > 0 ? ['done', writes] : ['done'];
  const word = isStopped(outcome) ? 'STOPPED' : 'FAILED';
  if (done > 0) return [`${word} after ${writes}`];
  return hasWritten(outcome) ? [word] : [word, 'nothing was written'];
}

/** The result of the whole run, in sentences. */
export function formatApplyEnd(
  frame: ApplyFrame,
  { summary, checks }: { readonly summary: ApplySummary; readonly checks: CheckSummary },
): string {
  const { cost, notPlanned } = frame;
  const resume = formatResumeCommand(frame, summary);
  const { accounts, accountsFailed, accountsStopped, operations } = summary;
  const { done, waiting, unknown, undone, skipped } = operations;
  const sentences = [
    accountsFailed + accountsStopped > 0
      ? `${formatFailedCount(accountsFailed, accountsStopped, accounts)}; ${count(done, 'write')} done.`
      : done + waiting > 0
        ? `Done and verified: ${count(done, 'write')} in ${count(accounts, 'account')}.`
        : notPlanned > 0
          ? 'Nothing was done.'
          : 'Nothing to do.',
    ...(unknown > 0 ? [`${count(unknown, 'write')} with unknown outcome.`] : []),
    ...(undone > 0 ? [`${count(undone, 'write')} rolled back.`] : []),
    ...(skipped > 0 ? [`${count(skipped, 'write')} skipped.`] : []),
    ...(waiting > 0
      ? [`${count(waiting, 'cycle')} ${waiting === 1 ? 'waits' : 'wait'} for a person.`]
      : []),
    ...(checks.passed > 0 ? [`${count(checks.passed, 'check')} passed.`] : []),
    ...(checks.failed > 0 ? [`${count(checks.failed, 'check')} failed.`] : []),
    ...(notPlanned > 0 ? [`${count(notPlanned, 'account')} could not be planned.`] : []),
    `${count(cost.requests, 'request')}, ${formatDuration(cost.durationMs)}.`,
    ...(resume === null ? [] : [`To resume: ${resume}`]),
  ];
  return sentences.join(' ');
}

/** `2 of 5 accounts failed, 1 was stopped`. */
export function formatFailedCount(failed: number, stopped: number, accounts: number): string {
  const all = count(accounts, 'account');
  const left = `${stopped === 1 ? 'was' : 'were'} stopped`;
  if (failed === 0) return `${stopped} of ${all} ${left}`;
  return `${failed} of ${all} failed${stopped === 0 ? '' : `, ${stopped} ${left}`}`;
}

/** Diagnostics of an account, cycles left paused first. */
export function listDiagnosticsByUrgency(outcome: AccountOutcome): Diagnostic[] {
  return listDiagnostics(outcome).toSorted(
    (left, right) => Number(isLeftPaused(right)) - Number(isLeftPaused(left)),
  );
}

function listDiagnostics(outcome: AccountOutcome): Diagnostic[] {
  return [...outcome.outcomes.flatMap((item) => item.diagnostics), ...outcome.diagnostics];
}

// Its address is on lines of its own: whoever calls it copies it.
function formatMade({ address, step, url }: MadeWebhook, paint: Paint): string {
  const about = `  ${paint.dim('·')} ${formatObjectPath(address)}/steps/${formatName(step)} is a webhook:`;
  return [formatHanging(about, 4), formatParagraph(formatWebhook(url), placement.hang)].join('\n');
}

function listWaiting({ checks = [] }: AccountOutcome) {
  return checks.flatMap((checked) => (checked.kind === 'waits' ? [checked] : []));
}

function isLeftPaused(diagnostic: Diagnostic): boolean {
  return diagnostic.code === 'left-paused';
}

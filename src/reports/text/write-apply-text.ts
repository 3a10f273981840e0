import {
  align,
  count,
  spread,
  wrapHanging,
  wrapIndented,
  writeDuration,
} from '../../kit/text/text-layout.ts';
import { writeName } from '../../kit/text/write-name.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import { type CheckSummary, summariseChecks } from '../../model/manifest/check.ts';
import type {
  AccountOutcome,
  ApplySummary,
  MadeWebhook,
  OperationOutcome,
} from '../../model/plan/outcome.ts';
import { hasWritten, isNotBegun, isStopped, isSuccess } from '../../model/plan/outcome.ts';
import type { ApplyFrame } from '../../model/report/report.ts';
import { writeResumeCommand } from '../commands/write-resume-command.ts';
import { judgeOutcome, rankOutcome } from '../judge/rank-account.ts';
import { summariseOutcomes } from '../judge/summarise-outcomes.ts';
import { writeOutsideGit } from '../words/list-outside-git.ts';
import { sayBecame } from '../words/say-became.ts';
import { withinAccount } from '../words/write-path.ts';
import { writeWebhook } from '../words/write-webhook.ts';
import type { Paint } from './parts/paint.ts';
import { writeWaiting } from './parts/write-checked.ts';
import { writeDiagnosticBlock } from './parts/write-diagnostic-block.ts';
import { writeTarget } from './parts/write-target.ts';
import { writeLeftOut } from './write-left-out.ts';

const place = { column: 35, hang: 10, most: 2 };

/**
 * What became of an apply, for people. What a person must look at comes first: cycles that were left
 * paused, then what failed, then what waits. Accounts that are simply done are counted.
 */
export function* writeApplyText(
  frame: ApplyFrame,
  outcomes: readonly AccountOutcome[],
  paint: Paint,
): Generator<string, void, undefined> {
  yield `${paint.bold(`${sayHowMuch(frame, outcomes)} ${writeTarget(frame.target)}`)}\n`;
  const told = outcomes.filter((each) => isTold(each) && !isNotBegun(each));
  for (const outcome of told.toSorted((left, right) => rankOutcome(left) - rankOutcome(right))) {
    yield `\n${writeAccount(outcome, paint).join('\n')}\n`;
  }
  yield* writeNotBegun(outcomes.filter(isNotBegun), paint);
  const summary = summariseOutcomes(outcomes);
  const checks = summariseChecks(outcomes.flatMap((outcome) => outcome.checks ?? []));
  yield* writeOutsideGit(frame.outsideGit);
  yield `\n${wrapIndented(writeApplyEnd(frame, { summary, checks }), 0)}\n`;
}

function sayHowMuch(
  { notPlanned, command }: ApplyFrame,
  outcomes: readonly AccountOutcome[],
): string {
  const [nothing, all, part] =
    command === 'destroy'
      ? ['Nothing was destroyed in', 'Destroyed in', 'Destroyed, not all of it, in']
      : ['Nothing was applied to', 'Applied to', 'Applied in part to'];
  if (!outcomes.some(hasWritten)) return nothing;
  return notPlanned === 0 && outcomes.every(isSuccess) ? all : part;
}

/** One line for an account that is finished. */
export function writeAccountLine(outcome: AccountOutcome): string {
  return `${writeName(outcome.account)}: ${summariseOutcome(outcome)}`;
}

/** Whether more is to be said of an account than that it is done. */
export function isTold(outcome: AccountOutcome): boolean {
  return judgeOutcome(outcome) !== 'done';
}

/** Accounts that an end came before, as one: none of them has anything of its own to say. */
function* writeNotBegun(
  outcomes: readonly AccountOutcome[],
  paint: Paint,
): Generator<string, void, undefined> {
  if (outcomes.length === 0) return;
  const { says, names } = sayNotBegun(outcomes);
  const head = spread(paint.bold(count(outcomes.length, 'account')), paint.red(says));
  yield `\n${head}\n${wrapIndented(names.map(writeName).concat(sayMore(outcomes)).join(', '), 6)}\n`;
}

/** Names that are written out of accounts that were not begun; the rest is counted. */
const mostNotBegun = 10;

/** What is said of accounts that were not begun, and the first of their names. */
export function sayNotBegun(outcomes: readonly AccountOutcome[]): {
  readonly says: string;
  readonly names: readonly string[];
} {
  const { skipped } = summariseOutcomes(outcomes).operations;
  return {
    says: `NOT BEGUN, ${count(skipped, 'write')} left out`,
    names: outcomes.slice(0, mostNotBegun).map(({ account }) => account),
  };
}

/** `and 176 more`, where not all names are written out. */
export function sayMore({ length }: readonly AccountOutcome[]): string[] {
  return length > mostNotBegun ? [`and ${length - mostNotBegun} more`] : [];
}

function writeAccount(outcome: AccountOutcome, paint: Paint): string[] {
  const summary = summariseOutcome(outcome);
  return [
    spread(
      paint.bold(writeName(outcome.account)),
      isSuccess(outcome) ? summary : paint.red(summary),
    ),
    ...writeOutcome(outcome, paint),
  ];
}

/** What a person should know of an account that apply has left, as lines beneath its name. */
export function writeOutcome(outcome: AccountOutcome, paint: Paint): string[] {
  return [
    ...listTroubles(outcome).map((diagnostic) => writeDiagnosticBlock(diagnostic, paint)),
    ...outcome.outcomes.flatMap((item) => writeUnexplained(item, paint)),
    ...listWaiting(outcome).map((checked) => writeWaiting(checked, paint)),
    ...(outcome.webhooks ?? []).map((webhook) => writeMade(webhook, paint)),
    ...writeLeftOut(outcome, paint),
  ];
}

// Results that no diagnostic speaks of.
function writeUnexplained(
  { operation, result, diagnostics }: OperationOutcome,
  paint: Paint,
): string[] {
  const about = withinAccount(operation.address);
  if (result === 'waiting') {
    const says = 'stays paused: a person must sign in what it connects';
    return [align(`  ${paint.yellow('!')} ${about}`, says, place)];
  }
  if ((result !== 'failed' && result !== 'unknown') || diagnostics.length > 0) return [];
  return [align(`  ${paint.red('x')} ${about}`, sayBecame(operation, result), place)];
}

/** What became of an account: `FAILED after 3 writes, 2 left out`. */
export function summariseOutcome(outcome: AccountOutcome): string {
  const { operations } = summariseOutcomes([outcome]);
  const { done, waiting, unknown, undone, skipped } = operations;
  const words = [
    ...sayHowFar(outcome, done),
    ...(unknown > 0 ? [`${unknown} not known`] : []),
    ...(undone > 0 ? [`${undone} taken back`] : []),
    ...(skipped > 0 ? [`${skipped} left out`] : []),
    ...(waiting > 0 ? [`${waiting} waiting for a person`] : []),
  ];
  return words.join(', ');
}

function sayHowFar(outcome: AccountOutcome, done: number): string[] {
  const writes = count(done, 'write');
  if (isSuccess(outcome)) return done > 0 ? ['done', writes] : ['done'];
  const word = isStopped(outcome) ? 'STOPPED' : 'FAILED';
  if (done > 0) return [`${word} after ${writes}`];
  return hasWritten(outcome) ? [word] : [word, 'nothing was written'];
}

/** What the whole came to, in sentences. */
export function writeApplyEnd(
  frame: ApplyFrame,
  { summary, checks }: { readonly summary: ApplySummary; readonly checks: CheckSummary },
): string {
  const { cost, notPlanned } = frame;
  const resume = writeResumeCommand(frame, summary);
  const { accounts, accountsFailed, accountsStopped, operations } = summary;
  const { done, waiting, unknown, undone, skipped } = operations;
  const sentences = [
    accountsFailed + accountsStopped > 0
      ? `${sayBroken(accountsFailed, accountsStopped, accounts)}; ${count(done, 'write')} done.`
      : done + waiting > 0
        ? `Done and verified: ${count(done, 'write')} in ${count(accounts, 'account')}.`
        : notPlanned > 0
          ? 'Nothing was done.'
          : 'Nothing to do.',
    ...(unknown > 0 ? [`Of ${count(unknown, 'write')} it is not known what became.`] : []),
    ...(undone > 0 ? [`${count(undone, 'write')} taken back.`] : []),
    ...(skipped > 0 ? [`${count(skipped, 'write')} left out.`] : []),
    ...(waiting > 0
      ? [`${count(waiting, 'cycle')} ${waiting === 1 ? 'waits' : 'wait'} for a person.`]
      : []),
    ...(checks.passed > 0 ? [`${count(checks.passed, 'check')} passed.`] : []),
    ...(checks.failed > 0 ? [`${count(checks.failed, 'check')} failed.`] : []),
    ...(notPlanned > 0 ? [`${count(notPlanned, 'account')} could not be planned.`] : []),
    `${count(cost.requests, 'request')} in all, ${writeDuration(cost.durationMs)}.`,
    ...(resume === null ? [] : [`To go on with it: ${resume}`]),
  ];
  return sentences.join(' ');
}

/** `2 of 5 accounts failed, 1 was stopped`. */
export function sayBroken(failed: number, stopped: number, accounts: number): string {
  const all = count(accounts, 'account');
  const left = `${stopped === 1 ? 'was' : 'were'} stopped`;
  if (failed === 0) return `${stopped} of ${all} ${left}`;
  return `${failed} of ${all} failed${stopped === 0 ? '' : `, ${stopped} ${left}`}`;
}

/** What is wrong with an account, a cycle that was left paused before all else. */
export function listTroubles(outcome: AccountOutcome): Diagnostic[] {
  return listDiagnostics(outcome).toSorted(
    (left, right) => Number(isLeftPaused(right)) - Number(isLeftPaused(left)),
  );
}

function listDiagnostics(outcome: AccountOutcome): Diagnostic[] {
  return [...outcome.outcomes.flatMap((item) => item.diagnostics), ...outcome.diagnostics];
}

// Its address is on lines of its own: whoever calls it copies it.
function writeMade({ address, step, url }: MadeWebhook, paint: Paint): string {
  const about = `  ${paint.dim('·')} ${withinAccount(address)}/steps/${writeName(step)} is a webhook:`;
  return [wrapHanging(about, 4), wrapIndented(writeWebhook(url), place.hang)].join('\n');
}

function listWaiting({ checks = [] }: AccountOutcome) {
  return checks.flatMap((checked) => (checked.kind === 'waits' ? [checked] : []));
}

function isLeftPaused(diagnostic: Diagnostic): boolean {
  return diagnostic.code === 'left-paused';
}

import { describeThrown } from '../../engine/apply/journal/attempt.ts';
import type { Approval } from '../../engine/policy/approve-plan.ts';
import {
  beginRun,
  endRun,
  type PendingAccount,
  reopenRun,
} from '../../engine/run/journal/journal-run.ts';
import type { Run } from '../../engine/run/make-plan.ts';
import { type ApplyRun, runApply } from '../../engine/run/run-apply.ts';
import { isSameJson } from '../../kit/json/canonical-json.ts';
import { quoteArgument } from '../../kit/text/quote-argument.ts';
import type { ApprovedRun, RunCommand, RunRecord } from '../../model/memory/run.ts';
import type { AccountOutcome } from '../../model/plan/outcome.ts';
import { hasWritten, isNotBegun, isSuccess } from '../../model/plan/outcome.ts';
import type { PlanSummary } from '../../model/plan/plan.ts';
import { writeFolder } from '../../model/report/advice/write-folder.ts';
import type { OutsideGit } from '../../model/report/outside-git.ts';
import type { ApplyFrame } from '../../model/report/report.ts';
import type { ApplyReport } from '../../model/report/report-document.ts';
import { summariseOutcomes } from '../../reports/judge/summarise-outcomes.ts';
import { writeAccountLine } from '../../reports/text/write-apply-text.ts';
import { writeOwnText } from '../../reports/text/write-report-text.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { type ExitCode, judgeApply } from '../exit-codes.ts';
import { defaultLockTimeoutMs } from '../options/option-values.ts';
import { printDiagnostics } from '../output/print-diagnostics.ts';
import { publishReport } from '../output/publish-report.ts';
import { tellOthers } from '../output/tell-others.ts';
import { systemClock, type WritingWorkplace } from '../ports/wiring.ts';
import { openRunRecord, reopenRunRecord } from './open-run-record.ts';
import { type OpenSession, openSession } from './open-session.ts';

/** What a command that writes hands over when its plan is approved. */
export type Performing = {
  readonly context: CommandContext;
  readonly options: GlobalOptions & {
    /** Milliseconds. */
    readonly lockTimeout?: number;
    /** Who approved what is done, as the command line says. */
    readonly approvedBy?: string;
  };
  readonly place: WritingWorkplace;
  readonly run: Run;
  readonly command: RunCommand;
  readonly approved: ApprovedRun;
  readonly approval: Approval;
  /** Accounts that Git does not have, as its plan found them; absent where it is about some accounts by its kind. */
  readonly outsideGit?: OutsideGit;
  /** Does one account of it; as apply does by default. */
  readonly perform?: ApplyRun['perform'];
  /** The accounts that have something to do; asked for twice. */
  readonly work: () => AsyncIterable<PendingAccount>;
  /** When the command began, as `performance.now` tells it. */
  readonly begun: number;
  /** The run that it goes on with; absent where it is a new one. */
  readonly resumes?: RunRecord;
};

/** Does an approved plan as a run: journalled, under locks, told as it goes; the end of every command that writes. */
export async function performRun(asked: Performing): Promise<ExitCode> {
  const { context, options, place, command } = asked;
  context.closeBeforeEnd(sayUnclosed(asked));
  const say = (text: string) => context.terminal.say(text);
  const lockTimeoutMs = options.lockTimeout ?? defaultLockTimeoutMs;
  const session = await openSession(place.store, {
    command,
    lockTimeoutMs,
    stopping: context.stopping,
    say,
  });
  try {
    const outcomes = await performAccounts(asked, session);
    const { summary } = asked.approved;
    await publishOutcomes(asked, toFrame(asked, summary), outcomes);
    return judgeApply({
      hasFailed: summary.notPlanned > 0 || !outcomes.every(isSuccess),
      hasWritten: outcomes.some(hasWritten),
    });
  } finally {
    await tryToNote(asked, () => session.end());
  }
}

/** What who does not wait for the end of a run has to know: a cycle may rest, and nobody else says so. */
function sayUnclosed({ options, place }: Performing): string {
  const where = [
    ...writeFolder(options.directory),
    `-e ${quoteArgument(place.target.environment)}`,
  ];
  const command = ['cyclectl resume --status', ...where].join(' ');
  return `nothing was closed, and a cycle may be left paused; ${command} shows what is open`;
}

// What was done is told also where the store fails in the end: the next command finds the run open, and says so.
async function tryToNote(
  { context, options }: Performing,
  note: () => Promise<void>,
): Promise<void> {
  try {
    await note();
  } catch (error) {
    const thrown = describeThrown(error, 'the end of the run');
    const isTold = [...context.told].some((each) => isSameJson(each, thrown));
    if (!isTold) await printDiagnostics(context, options.directory, [thrown]);
  }
}

async function performAccounts(
  asked: Performing,
  session: OpenSession,
): Promise<readonly AccountOutcome[]> {
  const { context, options, place, approval } = asked;
  const record = await openRecord(asked, session);
  if (record === null) return [];
  const isStopping = () => context.stopping.aborted;
  const run = {
    ...asked.run,
    id: record.id,
    ...(asked.perform === undefined ? {} : { perform: asked.perform }),
    approval,
    session,
    ports: { ...place, clock: systemClock },
    caller: place.caller,
    drainTimeoutMs: place.environment.limits.drainTimeoutMs,
    isStopping,
  };
  const outcomes: AccountOutcome[] = [];
  for await (const outcome of runApply(run, asked.work())) {
    if (outcome.outcomes.length + outcome.diagnostics.length === 0) continue;
    outcomes.push(outcome);
    // What was not begun is told once for all, in the end.
    if (options.format === 'text' && !isNotBegun(outcome)) {
      context.terminal.say(writeAccountLine(outcome));
    }
  }
  const at = systemClock.now();
  const ended = { at, outcomes, isStopped: isStopping() };
  await tryToNote(asked, () => endRun(place.store, record, ended));
  return outcomes;
}

// Null where there is nothing to do.
async function openRecord(asked: Performing, session: OpenSession): Promise<RunRecord | null> {
  const { store } = asked.place;
  if (asked.resumes !== undefined) {
    const reopened = reopenRunRecord(asked.resumes, session);
    await reopenRun(store, reopened, asked.resumes);
    return reopened;
  }
  const { directory, approvedBy } = asked.options;
  const record = await openRunRecord({ ...asked, directory, approvedBy }, session);
  const work = { accounts: asked.work(), isGone: session.isGone };
  return (await beginRun(store, record, work)) ? record : null;
}

/** Tells what became of a run. */
async function publishOutcomes(
  { context, options, place }: Pick<Performing, 'context' | 'options' | 'place'>,
  frame: ApplyFrame,
  outcomes: readonly AccountOutcome[],
): Promise<void> {
  const report = toApplyReport(context, frame, outcomes);
  const text = writeOwnText(report, context.terminal.paint);
  await publishReport(context, options, { report, text });
  await tellOthers(context, options, { place, report });
}

/** What became of a run, and what was told of it as a whole. */
export function toApplyReport(
  { told }: Pick<CommandContext, 'told'>,
  frame: ApplyFrame,
  outcomes: readonly AccountOutcome[],
): ApplyReport {
  const summary = summariseOutcomes(outcomes);
  return {
    kind: 'apply',
    run: { ...frame, summary, diagnostics: [...told] },
    accounts: () => outcomes,
  };
}

/** What stands around the outcomes of a run. */
export function toFrame(
  asked: Pick<Performing, 'place' | 'begun' | 'command' | 'options' | 'outsideGit'>,
  { notPlanned, waits }: PlanSummary,
): ApplyFrame {
  const { place, begun, command, options } = asked;
  const cost = { requests: place.requestCount(), durationMs: performance.now() - begun };
  const outside = asked.outsideGit === undefined ? {} : { outsideGit: asked.outsideGit };
  const isDestroy = command === 'destroy' ? { command } : {};
  const { directory } = options;
  return { target: place.target, directory, cost, notPlanned, waits, ...outside, ...isDestroy };
}

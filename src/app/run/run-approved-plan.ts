import { describeThrown } from '../../engine/apply/journal/run-safely.ts';
import { addExpectedSecrets } from '../../engine/observe/add-expected-secrets.ts';
import type { Approval } from '../../engine/policy/check-plan-totals.ts';
import {
  closeRun,
  openRunAgain,
  type PendingAccount,
  startRun,
} from '../../engine/run/journal/journal-run.ts';
import type { Session } from '../../engine/run/journal/lock-account.ts';
import type { Run } from '../../engine/run/open-run.ts';
import { type ApplyRun, runApply } from '../../engine/run/run-apply.ts';
import { isSameJson } from '../../kit/json/canonical-json.ts';
import {
  type AccountOutcome,
  countOutcomes,
  hasWritten,
  isNotStarted,
  isSuccess,
} from '../../model/plan/outcome.ts';
import { type PlanSummary, toPlanKind } from '../../model/plan/plan.ts';
import { formatCommand } from '../../model/report/advice/commands.ts';
import type { ApplyFrame } from '../../model/report/report.ts';
import type { ApplyReport } from '../../model/report/report-document.ts';
import type { UntrackedAccounts } from '../../model/report/untracked-accounts.ts';
import type { ApprovedRun, RunCommand, RunRecord } from '../../model/state/run.ts';
import { formatAccountLine } from '../../reports/text/format-account.ts';
import { formatOwnText } from '../../reports/text/format-report-text.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { type ExitCode, toApplyExitCode } from '../exit-codes.ts';
import { defaultLockTimeoutMs } from '../options/option-values.ts';
import { printDiagnostics } from '../output/print-diagnostics.ts';
import { sendNotifications } from '../output/send-notifications.ts';
import { withProgress } from '../output/with-progress.ts';
import { writeReport } from '../output/write-report.ts';
import { systemClock, type WritePorts } from '../ports/open-ports.ts';
import { openSession } from './open-session.ts';
import { openResumedRunRecord, openRunRecord } from './records/open-run-record.ts';

/** The input of a command that writes, after approval. */
export type ApprovedPlanRun = {
  readonly context: CommandContext;
  readonly options: GlobalOptions & {
    /** Milliseconds. */
    readonly lockTimeout?: number;
    /** The approver, from the command line. */
    readonly approvedBy?: string;
  };
  readonly ports: WritePorts;
  readonly run: Run;
  readonly command: RunCommand;
  /** Recorded with the run. */
  readonly reason?: string;
  readonly rollout?: string;
  readonly approved: ApprovedRun;
  readonly approval: Approval;
  /** Accounts without a manifest, from the plan; absent for a partial run. */
  readonly outsideGit?: UntrackedAccounts;
  /** Does one account of it; as apply does by default. */
  readonly apply?: ApplyRun['apply'];
  /** Called with the outcomes after the run, and before they are reported. */
  readonly finish?: (outcomes: readonly AccountOutcome[]) => Promise<readonly AccountOutcome[]>;
  /** The accounts that have something to do; asked for several times. */
  readonly work: () => AsyncIterable<PendingAccount>;
  /** The run to resume; absent for a new one. */
  readonly resumes?: RunRecord;
};

/** An approved plan, with how its accounts are followed. */
export type FollowedPlanRun = ApprovedPlanRun & {
  /** First word of the line of progress. */
  readonly does: string;
  /** The caller of health checks; null: no third party is called. */
  readonly caller: ApplyRun['caller'];
  /** Called with each account that was not empty. */
  readonly follow: (outcome: AccountOutcome) => void;
};

/**
 * Applies an approved plan as a run: recorded, locked, reported while it goes. It ends every
 * command that writes.
 */
export async function runApprovedPlan(asked: ApprovedPlanRun): Promise<ExitCode> {
  const { context, options, ports, command } = asked;
  context.deferSignals({ unclosed: formatUnclosed(asked) });
  const lockTimeoutMs = options.lockTimeout ?? defaultLockTimeoutMs;
  const session = await openSession(ports.store, { context, command, lockTimeoutMs });
  try {
    const { outcomes: ended } = await runAccounts(
      {
        ...asked,
        does: 'applying',
        caller: ports.caller,
        follow: (outcome) => followOutcome(asked, outcome),
      },
      session,
    );
    const outcomes = (await asked.finish?.(ended)) ?? ended;
    const { summary } = asked.approved;
    await writeOutcomeReport(asked, toFrame(asked, summary), outcomes);
    return toApplyExitCode({
      hasFailed: summary.notPlanned + (summary.refused ?? 0) > 0 || !outcomes.every(isSuccess),
      hasWritten: outcomes.some(hasWritten),
    });
  } finally {
    await tryToRecord(asked, () => session.end());
  }
}

/** The text for a second signal, because a cycle may stay paused without any report. */
function formatUnclosed({ options, ports }: ApprovedPlanRun): string {
  const { environment } = ports.target;
  const command = formatCommand('resume --status', { directory: options.directory, environment });
  return `unfinished work was not closed, and a cycle may be left paused; ${command} lists it`;
}

// Prints the outcome even if the store fails at the end: the next command finds the run unfinished,
// and reports it.
async function tryToRecord(
  { context, options }: ApprovedPlanRun,
  note: () => Promise<void>,
): Promise<void> {
  try {
    await note();
  } catch (error) {
    const thrown = describeThrown(error, 'the end of the run');
    const isReported = [...context.reported].some((each) => isSameJson(each, thrown));
    if (!isReported) await printDiagnostics(context, options.directory, [thrown]);
  }
}

function followOutcome({ context, options }: ApprovedPlanRun, outcome: AccountOutcome): void {
  if (hasWritten(outcome)) context.written.add(outcome.account);
  // Accounts that were not started are reported once, at the end.
  if (options.format === 'text' && !isNotStarted(outcome)) {
    context.terminal.log(formatAccountLine(outcome));
  }
}

/** The outcomes of an approved plan, and the record of its run; null if there was nothing to do. */
export type AppliedAccounts = {
  readonly record: RunRecord | null;
  readonly outcomes: readonly AccountOutcome[];
};

/** Applies the accounts of an approved plan as a run: recorded and locked. Reports nothing. */
export async function runAccounts(
  asked: FollowedPlanRun,
  session: Session,
): Promise<AppliedAccounts> {
  const { context, ports, approval } = asked;
  const record = await openRecord(asked, session);
  if (record === null) return { record, outcomes: [] };
  const isStopping = () => context.stopping.aborted;
  const run = {
    ...asked.run,
    policies: ports.policyRules,
    kind: toPlanKind(asked.approved.options),
    id: record.id,
    ...(asked.apply === undefined ? {} : { apply: asked.apply }),
    approval,
    session,
    ports: { ...ports, clock: systemClock },
    caller: asked.caller,
    drainTimeoutMs: ports.environment.limits.drainTimeoutMs,
    isStopping,
  };
  const outcomes: AccountOutcome[] = [];
  await addPendingSecrets(asked);
  const applied = runApply(run, asked.work());
  const phase = { does: asked.does, total: asked.approved.summary.accounts, ports };
  for await (const outcome of withProgress(context, phase, applied)) {
    if (isEmpty(outcome)) continue;
    outcomes.push(outcome);
    asked.follow(outcome);
  }
  const at = systemClock.now();
  const ended = { at, outcomes, isStopped: isStopping() };
  await tryToRecord(asked, () => closeRun(ports.store, record, ended));
  return { record, outcomes };
}

// Only those of accounts with work: the values of a plan are forgotten by now.
async function addPendingSecrets({ run, work }: ApprovedPlanRun): Promise<void> {
  const entries = run.entries.filter(({ uses }) => uses?.providerRefs !== undefined);
  if (entries.length === 0) return;
  const pending = new Set<string>();
  for await (const { account } of work()) pending.add(account);
  addExpectedSecrets(
    run.context,
    entries.filter(({ key }) => pending.has(key)),
  );
}

function isEmpty({ outcomes, diagnostics, refused }: AccountOutcome): boolean {
  return outcomes.length + diagnostics.length === 0 && refused === undefined;
}

// Null if there is nothing to do.
async function openRecord(asked: ApprovedPlanRun, session: Session): Promise<RunRecord | null> {
  const { store } = asked.ports;
  if (asked.resumes !== undefined) {
    const reopened = openResumedRunRecord(asked.resumes, session);
    await openRunAgain(store, reopened, asked.resumes);
    return reopened;
  }
  const { directory, approvedBy } = asked.options;
  const record = await openRunRecord({ ...asked, directory, approvedBy }, session, store);
  const work = { accounts: asked.work(), isGone: session.isGone };
  return (await startRun(store, record, work)) ? record : null;
}

/** Writes the report of a run. */
async function writeOutcomeReport(
  { context, options, ports }: Pick<ApprovedPlanRun, 'context' | 'options' | 'ports'>,
  frame: ApplyFrame,
  outcomes: readonly AccountOutcome[],
): Promise<void> {
  const report = toApplyReport(context, frame, outcomes);
  const text = formatOwnText(report, context.terminal.paint);
  await writeReport(context, options, { report, text });
  await sendNotifications(context, options, { ports, report });
}

/** The outcome of a run as a report. */
export function toApplyReport(
  { reported }: Pick<CommandContext, 'reported'>,
  frame: ApplyFrame,
  outcomes: readonly AccountOutcome[],
): ApplyReport {
  const summary = countOutcomes(outcomes);
  return {
    kind: 'apply',
    run: { ...frame, summary, diagnostics: [...reported] },
    accounts: () => outcomes,
  };
}

/** The frame of the outcomes of a run. */
export function toFrame(
  asked: Pick<ApprovedPlanRun, 'ports' | 'command' | 'options' | 'outsideGit'>,
  { notPlanned, refused = 0, adopts, waits }: PlanSummary,
): ApplyFrame {
  const { ports, command, options } = asked;
  const cost = ports.readCost();
  const outside = asked.outsideGit === undefined ? {} : { outsideGit: asked.outsideGit };
  const named = command === 'destroy' || command === 'run' ? { command } : {};
  const { directory } = options;
  const counts = {
    notPlanned,
    waits,
    ...(refused === 0 ? {} : { refused }),
    ...(adopts === 0 ? {} : { adopts }),
  };
  return { target: ports.target, directory, cost, ...counts, ...outside, ...named };
}

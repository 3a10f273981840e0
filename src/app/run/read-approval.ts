import type { PlanSummary } from '../../model/plan/plan.ts';
import type { ApplyFrame } from '../../model/report/report.ts';
import type { UntrackedAccounts } from '../../model/report/untracked-accounts.ts';
import type { RunCommand } from '../../model/state/run.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { sendNotifications } from '../output/send-notifications.ts';
import { writeReport } from '../output/write-report.ts';
import type { WritePorts } from '../ports/open-ports.ts';
import { toApplyReport, toFrame } from './run-approved-plan.ts';

/** The reason why no operation was started. */
export type NotStartedReason = NonNullable<ApplyFrame['notBegun']>;

/**
 * Asks for approval of a printed plan; null means approved. `instead` is the advice without a
 * terminal.
 */
export async function readApproval(
  { terminal }: CommandContext,
  instead: string,
): Promise<Exclude<NotStartedReason, 'refused'> | null> {
  const answer = await terminal.ask.confirm('Continue? Only "yes" is accepted:');
  if (answer === 'yes') return null;
  terminal.log(
    answer === 'no'
      ? 'Nothing was done.'
      : `Nothing was done: there is no terminal to ask on. Pass --yes, or ${instead}.`,
  );
  return answer === 'no' ? 'declined' : 'nobody-to-ask';
}

/** Ends a command that writes before its run; reports as data get the reason too. */
export async function stopWithoutRun(
  at: {
    readonly context: CommandContext;
    readonly options: GlobalOptions;
    readonly ports: WritePorts;
    /** The start of the command, by `performance.now`. */
    readonly startedAt: number;
    readonly command: RunCommand;
    /** As far as it was looked for. */
    readonly outsideGit?: UntrackedAccounts;
  },
  notBegun: NotStartedReason,
  summary: PlanSummary,
): Promise<ExitCode> {
  const { context, options } = at;
  const report = toApplyReport(context, { ...toFrame(at, summary), notBegun }, []);
  await writeReport(context, options, { report, text: [] });
  if (notBegun === 'refused')
    await sendNotifications(context, options, { ports: at.ports, report });
  return exitCodes.failed;
}

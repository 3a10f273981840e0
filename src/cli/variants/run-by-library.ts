import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import type { ApplyOptions, DriftOptions, PlanOptions } from '../../app/options/daily-options.ts';
import { formatLackOfAnswer } from '../../app/output/terminal.ts';
import {
  type AskOptions,
  apply,
  type CallOptions,
  CyclectlError,
  drift,
  openProject,
  type Project,
  plan,
  type Result,
} from '../../index.ts';
import { formatCommand } from '../../model/report/advice/commands.ts';

/** Options of every command as they were parsed, which are not all of its call. */
type Parsed<Own> = GlobalOptions & Own & { readonly color?: boolean; readonly quiet?: boolean };

/** `cyclectl plan`, by the library. */
export function runPlanByLibrary(
  context: CommandContext,
  { exitCode, ...options }: Parsed<PlanOptions> & { readonly exitCode?: boolean },
): Promise<ExitCode> {
  return runByLibrary(context, options, async (project, asked) => {
    const result = await plan(project, asked);
    const isHidden = exitCode !== true && result.exitCode === exitCodes.differs;
    return isHidden ? { ...result, exitCode: exitCodes.ok } : result;
  });
}

/** `cyclectl apply`, by the library. */
export function runApplyByLibrary(
  context: CommandContext,
  options: Parsed<ApplyOptions>,
): Promise<ExitCode> {
  const { terminal } = context;
  const confirm: AskOptions['confirm'] = async ({ question }) => {
    const answer = await terminal.ask.confirm(question);
    return answer === 'no-terminal'
      ? { cannotAsk: formatLackOfAnswer(terminal) }
      : answer === 'yes';
  };
  const isAsked = options.yes !== true && options.plan === undefined;
  const ask = isAsked ? { confirm } : {};
  return runByLibrary(context, options, (project, asked) => apply(project, { ...asked, ...ask }));
}

/** `cyclectl drift` without an answer, by the library; at a terminal it names the command that asks for answers. */
export function runDriftByLibrary(
  context: CommandContext,
  options: Parsed<DriftOptions>,
): Promise<ExitCode> {
  const { directory, env: environment, select } = options;
  const { terminal } = context;
  return runByLibrary(context, options, async (project, asked) => {
    const result = await drift(project, asked);
    const { report } = result;
    if (report.kind === 'drift' && report.run.items > 0 && terminal.ask.lack === null) {
      const command = formatCommand('drift', { directory, environment, select }, ['--answer']);
      terminal.log(`To be asked for an answer to each difference: ${command}`);
    }
    return result;
  });
}

/** Runs a command as any program can, and leaves an error to the program. */
async function runByLibrary<Own extends object>(
  context: CommandContext,
  parsed: Parsed<Own>,
  run: (project: Project, options: Own & CallOptions) => Promise<Result>,
): Promise<ExitCode> {
  const { directory, env: environment, select, format, verbose, ...rest } = parsed;
  const { color: _, quiet: _quiet, ...own } = rest;
  const { terminal, stopping, reports, environment: environmentVariables } = context;
  const { allowExec, timer } = context;
  try {
    const project = await openProject({
      directory,
      ...(environment === undefined ? {} : { environment }),
      select,
      environmentVariables,
      ...(allowExec === undefined ? {} : { allowExec }),
      ...(timer === undefined ? {} : { timer }),
    });
    const result = await run(project, {
      ...(own as unknown as Own),
      format,
      verbose,
      output: terminal,
      reports: reports.requests,
      timesFrom: context.begun === undefined ? 'process' : 'call',
      signal: stopping,
      onStart: context.deferSignals,
      onEnd: context.startCleanup,
    });
    await result.close();
    return result.exitCode;
  } catch (error) {
    if (!(error instanceof CyclectlError)) throw error;
    for (const account of error.written) context.written.add(account);
    if (error.code !== 'own-mistake') throw error;
    throw Object.assign(new Error(error.message), { stack: error.stack });
  } finally {
    // Also of an error, so that the program has nothing to add.
    reports.isWritten = true;
  }
}

import { CommanderError } from 'commander';
import type { CommandContext, GlobalOptions } from '../app/context.ts';
import { type ExitCode, exitCodes } from '../app/exit-codes.ts';
import type { Terminal } from '../app/output/terminal.ts';
import { reportThrown } from '../app/report-thrown.ts';
import { resolveHelpWords } from './help/add-help.ts';
import { makeProgram } from './make-program.ts';

type ProgramRun = {
  readonly argv: readonly string[];
  /** Exit code of the signal that ended it, or null. */
  readonly endedBy: () => ExitCode | null;
};

/** Runs the program on its arguments, then its cleanup. */
export async function runProgram(context: CommandContext, asked: ProgramRun): Promise<ExitCode> {
  const result = await runPaged(context, asked);
  if (context.afterwards.length === 0) return result;
  const stopping = context.startCleanup();
  try {
    for (const finish of context.afterwards) await finish(stopping);
    return result;
  } catch (error) {
    return reportError(context, error);
  }
}

// Help is printed by the parser; commands choose the pager themselves.
async function runPaged(context: CommandContext, asked: ProgramRun): Promise<ExitCode> {
  const { argv } = asked;
  const isHelp = argv[0] === 'help' || argv.includes('--help') || argv.includes('-h');
  if (!isHelp || context.terminal.rows === undefined) return runCommand(context, asked);
  // Loads here, because a pipe needs no pager.
  const { withPager } = await import('../app/output/pager.ts');
  return withPager(context, (terminal) => runCommand({ ...context, terminal }, asked));
}

/**
 * Runs the program and reports errors. With `--format json` it always prints a document: a command
 * that fails early gets one with its reason.
 */
async function runCommand(
  context: CommandContext,
  { argv, endedBy }: ProgramRun,
): Promise<ExitCode> {
  let hasData = false;
  const out: Terminal['out'] = (text) => {
    hasData = true;
    return context.terminal.out(text);
  };
  let result: ExitCode = exitCodes.ok;
  const shownOn = { ...context, typed: argv, terminal: { ...context.terminal, out } };
  const program = makeProgram(shownOn, (code) => {
    result = code;
  });
  try {
    await program.parseAsync([...resolveHelpWords(program, argv)], { from: 'user' });
  } catch (error) {
    result = await reportError(context, error);
  }
  const { format = 'text', directory = '.' } = program.opts<Partial<GlobalOptions>>();
  const lacksData = format === 'json' && !hasData;
  const lacksReports = context.reports.requests.length > 0 && !context.reports.isWritten;
  if (result === exitCodes.ok || !(lacksData || lacksReports)) return result;
  const code = endedBy() ?? result;
  const shown = { ...context, terminal: { ...context.terminal, out } };
  try {
    // Loads here, because --version and --help must start fast.
    const { writeRefusedReport } = await import('../app/output/write-refused-report.ts');
    await writeRefusedReport(shown, { directory, format: lacksData ? 'json' : 'text' }, code);
  } catch (error) {
    await reportError(context, error);
  }
  return result;
}

/** Reports an error of a command, or one that no caller awaited. Returns the exit code. */
export async function reportError(
  context: Pick<CommandContext, 'terminal' | 'reported' | 'written'>,
  error: unknown,
): Promise<ExitCode> {
  if (!(error instanceof CommanderError)) return reportThrown(context, error);
  if (error.exitCode === 0) return exitCodes.ok;
  const isAskedNothing = error.code === 'commander.help';
  const summary = isAskedNothing ? 'No command was given' : error.message.replace(/^error: /, '');
  // Prints nothing, because the parser has printed what is wrong already.
  context.reported.add({ code: 'wrong-usage', severity: 'error', summary });
  return exitCodes.failed;
}

import { CommanderError } from 'commander';
import type { CommandContext, GlobalOptions } from '../app/context.ts';
import { type ExitCode, exitCodes, toApplyExitCode } from '../app/exit-codes.ts';
import { Refusal } from '../app/output/refusal.ts';
import type { Terminal } from '../app/output/terminal.ts';
import { WorldFileError } from '../app/ports/worlds/world-file-error.ts';
import { OperationalError } from '../kit/operational-error.ts';
import { toVisible } from '../kit/text/visible-text.ts';
import type { Diagnostic } from '../model/diagnostic/diagnostic.ts';
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
  const program = makeProgram({ ...context, terminal: { ...context.terminal, out } }, (code) => {
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
  { terminal, reported, written }: Pick<CommandContext, 'terminal' | 'reported' | 'written'>,
  thrown: unknown,
): Promise<ExitCode> {
  const error = isWithoutFolder(thrown) ? toFolderError(thrown) : thrown;
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.ok;
  const code = toApplyExitCode({ hasFailed: true, hasWritten: written.size > 0 });
  if (!(error instanceof CommanderError || error instanceof OperationalError)) {
    await reportInternalError({ terminal, reported }, error);
    return code;
  }
  if (error instanceof WorldFileError) {
    for (const diagnostic of error.diagnostics) reported.add(diagnostic);
    // Loads here, because --version and --help must start fast.
    const { formatDiagnostics } = await import('../reports/text/format-diagnostics.ts');
    const { diagnostics, file, text } = error;
    const said = formatDiagnostics(diagnostics, (path) => (path === file ? text : null));
    terminal.log(said.trimEnd());
    return code;
  }
  reported.add(toDiagnostic(error));
  // Prints nothing here, because the parser has printed what is wrong already.
  if (error instanceof CommanderError) return code;
  terminal.log(toVisible(`error: ${error.message}. ${error.remedy}`));
  return code;
}

// Recognises a missing working folder by Node's call, because any relative path may be the first to fail.
function isWithoutFolder(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd';
}

function toFolderError(cause: unknown): OperationalError {
  return new OperationalError('the working directory does not exist or cannot be entered', {
    remedy: 'Change to an existing folder, or name one with -C.',
    cause,
  });
}

function toDiagnostic(error: CommanderError | OperationalError): Diagnostic {
  const severity = 'error';
  if (error instanceof Refusal) return error.diagnostic;
  if (error instanceof OperationalError) {
    return { code: 'cannot-run', severity, summary: error.message, remedy: error.remedy };
  }
  const isAskedNothing = error.code === 'commander.help';
  const summary = isAskedNothing ? 'No command was given' : error.message.replace(/^error: /, '');
  return { code: 'wrong-usage', severity, summary };
}

/**
 * Reports an internal error. Its text is redacted, because it may contain a sent value or the
 * address of a database.
 */
async function reportInternalError(
  { terminal, reported }: Pick<CommandContext, 'terminal' | 'reported'>,
  error: unknown,
): Promise<void> {
  const { redactKnownSecrets } = await import('../model/secret/redact-secrets.ts');
  const summary = redactKnownSecrets(error instanceof Error ? error.message : String(error));
  reported.add({ code: 'own-mistake', severity: 'error', summary });
  terminal.log('Internal error of cyclectl. Please report it with this text:');
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  terminal.log(redactKnownSecrets(stack));
}

import { CommanderError } from 'commander';
import type { CommandContext, GlobalOptions } from '../app/context.ts';
import { type ExitCode, exitCodes } from '../app/exit-codes.ts';
import { Refusal } from '../app/output/refusal.ts';
import { tellMistake } from '../app/output/tell-mistake.ts';
import type { Terminal } from '../app/output/terminal.ts';
import { WorldRefusal } from '../app/ports/world-refusal.ts';
import { toVisible } from '../kit/text/visible-text.ts';
import { Trouble } from '../kit/trouble.ts';
import type { Diagnostic } from '../model/diagnostic/diagnostic.ts';
import { buildProgram } from './build-program.ts';

type Asked = {
  readonly argv: readonly string[];
  /** The code of the signal that ended it, if one did. */
  readonly endedBy: () => ExitCode | null;
};

/** Runs the program on its arguments, and does what is left to do when it has ended. */
export async function runProgram(context: CommandContext, asked: Asked): Promise<ExitCode> {
  const result = await runCommand(context, asked);
  if (context.afterwards.length === 0) return result;
  const stopping = context.outlive();
  try {
    for (const finish of context.afterwards) await finish(stopping);
    return result;
  } catch (error) {
    return report(context, error);
  }
}

/**
 * Runs the program and tells what it throws. A reader of `--format json` always gets a document: a command that fails
 * before it has printed its own ends with one that says why.
 */
async function runCommand(context: CommandContext, { argv, endedBy }: Asked): Promise<ExitCode> {
  let hasData = false;
  const out: Terminal['out'] = (text) => {
    hasData = true;
    return context.terminal.out(text);
  };
  let result: ExitCode = exitCodes.ok;
  const program = buildProgram({ ...context, terminal: { ...context.terminal, out } }, (code) => {
    result = code;
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    result = await report(context, error);
  }
  const { format = 'text', directory = '.' } = program.opts<Partial<GlobalOptions>>();
  const lacksData = format === 'json' && !hasData;
  const lacksReports = context.reports.wishes.length > 0 && !context.reports.isWritten;
  if (result === exitCodes.ok || !(lacksData || lacksReports)) return result;
  const code = endedBy() ?? result;
  const shown = { ...context, terminal: { ...context.terminal, out } };
  try {
    // Loaded here, so that --version and --help load nothing of the rooms.
    const { publishRefused } = await import('../app/output/publish-refused.ts');
    await publishRefused(shown, { directory, format: lacksData ? 'json' : 'text' }, code);
  } catch (error) {
    await report(context, error);
  }
  return result;
}

async function report({ terminal, told }: CommandContext, thrown: unknown): Promise<ExitCode> {
  const error = isWithoutFolder(thrown) ? makeFolderTrouble(thrown) : thrown;
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.ok;
  if (!(error instanceof CommanderError || error instanceof Trouble)) {
    await tellMistake({ terminal, told }, error);
    return exitCodes.failed;
  }
  if (error instanceof WorldRefusal) {
    for (const diagnostic of error.diagnostics) told.add(diagnostic);
    // Loaded here, so that --version and --help load nothing of the rooms.
    const { writeDiagnostics } = await import('../reports/text/write-diagnostics.ts');
    const { diagnostics, file, text } = error;
    const said = writeDiagnostics(diagnostics, (path) => (path === file ? text : null));
    terminal.say(said.trimEnd());
    return exitCodes.failed;
  }
  told.add(toDiagnostic(error));
  // The parser has said already what is wrong with the arguments.
  if (error instanceof CommanderError) return exitCodes.failed;
  terminal.say(toVisible(`error: ${error.message}. ${error.remedy}`));
  return exitCodes.failed;
}

// Node finds out at the first path that begins at the working folder, which may be anywhere.
function isWithoutFolder(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'uv_cwd';
}

function makeFolderTrouble(cause: unknown): Trouble {
  return new Trouble('the working folder is gone or may not be entered', {
    remedy: 'Change to a folder that is there, or name one with -C.',
    cause,
  });
}

function toDiagnostic(error: CommanderError | Trouble): Diagnostic {
  const severity = 'error';
  if (error instanceof Refusal) return error.diagnostic;
  if (error instanceof Trouble) {
    return { code: 'cannot-run', severity, summary: error.message, remedy: error.remedy };
  }
  const isAskedNothing = error.code === 'commander.help';
  const summary = isAskedNothing ? 'No command was named' : error.message.replace(/^error: /, '');
  return { code: 'wrong-usage', severity, summary };
}

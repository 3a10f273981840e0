import { type Command, CommanderError } from 'commander';
import { Trouble } from '../kit/trouble.ts';
import { toVisible } from '../kit/visible-text.ts';
import type { Diagnostic } from '../model/diagnostic.ts';
import { buildProgram } from './build-program.ts';
import type { CommandContext } from './context.ts';
import { type ExitCode, exitCodes, exitMeanings } from './exit-codes.ts';
import { Refusal } from './refusal.ts';
import { tellMistake } from './tell-mistake.ts';
import type { Terminal } from './terminal.ts';

/**
 * Runs the program on its arguments and tells what it throws. A reader of `--format json` always gets a
 * document: a command that fails before it has printed its own ends with one that says why. `endedBy` is
 * the code of the signal that ended it, if one did.
 */
export async function runProgram(
  context: CommandContext,
  { argv, endedBy }: { readonly argv: readonly string[]; readonly endedBy: () => ExitCode | null },
): Promise<ExitCode> {
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
  if (result !== exitCodes.ok && !hasData && wantsData(program)) {
    const code = endedBy() ?? result;
    // Loaded here, so that --version and --help load nothing of the rooms.
    const { writeRefusedJson } = await import('../stages/report/write-refused-json.ts');
    const exit = { code, means: exitMeanings[code] };
    await out(writeRefusedJson({ exit, diagnostics: [...context.told] }));
  }
  return result;
}

function wantsData(program: Command): boolean {
  return program.opts<{ readonly format?: string }>().format === 'json';
}

async function report({ terminal, told }: CommandContext, error: unknown): Promise<ExitCode> {
  if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.ok;
  if (!(error instanceof CommanderError || error instanceof Trouble)) {
    await tellMistake({ terminal, told }, error);
    return exitCodes.failed;
  }
  told.add(toDiagnostic(error));
  // The parser has said already what is wrong with the arguments.
  if (error instanceof CommanderError) return exitCodes.failed;
  terminal.say(toVisible(`error: ${error.message}. ${error.remedy}`));
  return exitCodes.failed;
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

import type { Diagnostic } from '../model/diagnostic.ts';
import { runDriftCommand } from './commands/drift.ts';
import { type RevertOptions, runRevert } from './commands/drift-revert.ts';
import type { CommandContext } from './context.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { printDiagnostics } from './print-diagnostics.ts';

/** What `cyclectl drift` takes: nothing for the report, or one answer. */
type Options = RevertOptions & { readonly revert?: boolean };

/** `cyclectl drift`: what has moved, or the answer to it that was asked for. */
export async function chooseDrift(context: CommandContext, options: Options): Promise<ExitCode> {
  const refused = judgeChoice(options);
  if (refused !== null) {
    await printDiagnostics(context, options.directory, [refused]);
    return exitCodes.failed;
  }
  return options.revert === true ? runRevert(context, options) : runDriftCommand(context, options);
}

function judgeChoice({ address = [], revert, out }: Options): Diagnostic | null {
  if (revert === true) return null;
  if (out !== undefined)
    return refuse('--out is for the plan of --revert, and that is not asked for');
  return address.length === 0 ? null : refuse('An address was given without an answer');
}

function refuse(summary: string): Diagnostic {
  const remedy =
    "Give --revert for a plan that brings Git's value back; to see less give --select account=NAME.";
  return { code: 'wrong-usage', severity: 'error', summary, remedy };
}

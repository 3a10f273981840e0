import { revertCommand } from '../stages/report/name-plan.ts';
import { runDriftCommand } from './commands/drift.ts';
import { type DriftAdoptOptions, runDriftAdopt } from './commands/drift-adopt.ts';
import { type DriftIgnoreOptions, runDriftIgnore } from './commands/drift-ignore.ts';
import { type RevertOptions, runRevert } from './commands/drift-revert.ts';
import { runDriftTrend } from './commands/drift-trend.ts';
import type { CommandContext } from './context.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { type DriftOptions, judgeDriftOptions } from './judge-drift-options.ts';
import { printDiagnostics } from './print-diagnostics.ts';

/** What `cyclectl drift` takes: nothing for the report, or one answer. */
type Options = DriftOptions &
  RevertOptions &
  DriftAdoptOptions &
  Omit<DriftIgnoreOptions, 'ignore'>;

/** `cyclectl drift`: what has moved, or the answer to it that was asked for. */
export async function chooseDrift(context: CommandContext, options: Options): Promise<ExitCode> {
  const { revert, adopt, ignore, trend } = options;
  // What becomes of a revert is told where its plan would be, and not in the place of what drift has found.
  if (revert === true) context.reports.command = revertCommand;
  const wrong = judgeDriftOptions(options, context.reports.wishes);
  if (wrong !== null) {
    await printDiagnostics(context, options.directory, [wrong]);
    return exitCodes.failed;
  }
  if (trend === true) return runDriftTrend(context, options);
  if (revert === true) return runRevert(context, options);
  if (adopt === true) return runDriftAdopt(context, options);
  if (ignore !== undefined) return runDriftIgnore(context, { ...options, ignore });
  return runDriftCommand(context, options);
}

import type { Diagnostic } from '../model/diagnostic.ts';
import { runDriftCommand } from './commands/drift.ts';
import { type DriftAdoptOptions, runDriftAdopt } from './commands/drift-adopt.ts';
import { type DriftIgnoreOptions, runDriftIgnore } from './commands/drift-ignore.ts';
import { type RevertOptions, runRevert } from './commands/drift-revert.ts';
import { runDriftTrend } from './commands/drift-trend.ts';
import type { CommandContext } from './context.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import { printDiagnostics } from './print-diagnostics.ts';

/** What `cyclectl drift` takes: nothing for the report, or one answer. */
type Options = RevertOptions &
  DriftAdoptOptions &
  Omit<DriftIgnoreOptions, 'ignore'> & {
    readonly revert?: boolean;
    readonly adopt?: boolean;
    readonly ignore?: string;
    readonly trend?: boolean;
    readonly limit?: number;
  };

/** `cyclectl drift`: what has moved, or the answer to it that was asked for. */
export async function chooseDrift(context: CommandContext, options: Options): Promise<ExitCode> {
  const wrong = judgeChoice(options);
  if (wrong !== null) {
    await printDiagnostics(context, options.directory, [refuse(wrong)]);
    return exitCodes.failed;
  }
  const { revert, adopt, ignore, trend } = options;
  if (trend === true) return runDriftTrend(context, options);
  if (revert === true) return runRevert(context, options);
  if (adopt === true) return runDriftAdopt(context, options);
  if (ignore !== undefined) return runDriftIgnore(context, { ...options, ignore });
  return runDriftCommand(context, options);
}

function judgeChoice(options: Options): string | null {
  const { address = [], revert, adopt, ignore, trend, limit, out, branch } = options;
  const { until, reason } = options;
  const answers = [
    ...(revert === true ? ['--revert'] : []),
    ...(adopt === true ? ['--adopt'] : []),
    ...(ignore === undefined ? [] : ['--ignore']),
    ...(trend === true ? ['--trend'] : []),
  ];
  if (answers.length > 1) return `${answers[0]} and ${answers[1]} do not go together`;
  if (out !== undefined && revert !== true) return '--out is for the plan of --revert alone';
  if (branch !== undefined && adopt !== true) return '--branch is for the files of --adopt alone';
  if (limit !== undefined && trend !== true) return '--limit is for the runs of --trend alone';
  if (ignore === undefined && (until ?? reason) !== undefined)
    return '--until and --reason are for --ignore alone';
  if (ignore !== undefined && address.length > 0)
    return 'An address was given beside the one of --ignore';
  return address.length > 0 && revert !== true && adopt !== true
    ? 'An address was given without an answer'
    : null;
}

function refuse(summary: string): Diagnostic {
  const remedy =
    "Give --revert for a plan that brings Git's value back, --adopt to write what is there into the files, or --ignore ADDRESS to leave it for a time; to see less give --select account=NAME.";
  return { code: 'wrong-usage', severity: 'error', summary, remedy };
}

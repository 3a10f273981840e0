import type { RefusedReport } from '../../model/report/report-document.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { type ExitCode, exitMeanings } from '../exit-codes.ts';
import { writeReport } from './write-report.ts';

/**
 * Writes the report of a command that ended early: its exit code and the reason, for readers of
 * data. The terminal has it already.
 */
export async function writeRefusedReport(
  context: CommandContext,
  options: Pick<GlobalOptions, 'directory' | 'format'>,
  code: ExitCode,
): Promise<void> {
  const { reports, reported } = context;
  const report: RefusedReport = {
    kind: 'refused',
    run: {
      command: reports.command,
      ...(reports.environment === null ? {} : { environment: reports.environment }),
      exit: { code, means: exitMeanings[code] },
      diagnostics: [...reported],
    },
    accounts: () => [],
  };
  await writeReport(context, options, { report, text: [] });
}

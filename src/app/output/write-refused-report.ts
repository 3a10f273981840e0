import type { RefusedReport } from '../../model/report/report-document.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { type ExitCode, exitMeanings } from '../exit-codes.ts';
import { writeReport } from './write-report.ts';

/**
 * Tells those who read data and reports how a command ended that has nothing else to show them: its exit code, and
 * why. A person has been told already.
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

import type { RefusedReport } from '../../model/report/report-document.ts';
import type { CommandContext, GlobalOptions } from '../context.ts';
import { type ExitCode, exitMeanings } from '../exit-codes.ts';
import { publishReport } from './publish-report.ts';

/**
 * Tells those who read data and reports how a command ended that has nothing else to show them: its exit code, and
 * why. A person has been told already.
 */
export async function publishRefused(
  context: CommandContext,
  options: Pick<GlobalOptions, 'directory' | 'format'>,
  code: ExitCode,
): Promise<void> {
  const { reports, told } = context;
  const report: RefusedReport = {
    kind: 'refused',
    run: {
      command: reports.command,
      ...(reports.environment === null ? {} : { environment: reports.environment }),
      exit: { code, means: exitMeanings[code] },
      diagnostics: [...told],
    },
    accounts: () => [],
  };
  await publishReport(context, options, { report, text: [] });
}

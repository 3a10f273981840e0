import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { writeMadeReport } from '../../../app/output/write-report.ts';
import { openDocument } from '../../../app/run/open-text-file.ts';
import { formatRequestedText } from '../../../reports/text/format-report-text.ts';
import { readReport } from './read-report.ts';

export type ReportOptions = GlobalOptions & {
  /** Document that `--report json=FILE` or `--format json` wrote. */
  readonly document: string;
  /** The group of equal changes whose accounts are printed. */
  readonly group?: number;
};

/**
 * `cyclectl report DOCUMENT`: converts the result of another command to other formats, without a
 * call to the service.
 */
export async function runReport(
  context: CommandContext,
  options: ReportOptions,
): Promise<ExitCode> {
  const { report, made } = await readReport(openDocument(options.document));
  const { format, group } = options;
  const text = formatRequestedText(report, context.terminal.paint, group);
  await writeMadeReport(context, { format, group, text, report, made });
  return exitCodes.ok;
}

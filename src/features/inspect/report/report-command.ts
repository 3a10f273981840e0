import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { writeMadeReport } from '../../../app/output/write-report.ts';
import { openDocument } from '../../../app/run/open-text-file.ts';
import { formatOwnText } from '../../../reports/text/format-report-text.ts';
import { readReport } from './read-report.ts';

/** What `cyclectl report` takes beside the options of every command. */
export type ReportOptions = GlobalOptions & {
  /** The file of a document that `--report json=FILE` or `--format json` has written. */
  readonly document: string;
};

/** `cyclectl report DOCUMENT`: writes what another command found in other formats, without asking anybody again. */
export async function runReport(
  context: CommandContext,
  options: ReportOptions,
): Promise<ExitCode> {
  const { report, made } = await readReport(openDocument(options.document));
  const text = formatOwnText(report, context.terminal.paint);
  await writeMadeReport(context, { format: options.format, text, report, made });
  return exitCodes.ok;
}

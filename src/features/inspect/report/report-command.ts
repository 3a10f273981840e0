import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { showReport } from '../../../app/output/publish-report.ts';
import { openDocument } from '../../../app/run/open-text-file.ts';
import { writeOwnText } from '../../../reports/text/write-report-text.ts';
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
  const text = writeOwnText(report, context.terminal.paint);
  await showReport(context, { format: options.format, text, report, made });
  return exitCodes.ok;
}

import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printOmissions, printRefused } from '../../../app/output/print-diagnostics.ts';
import { openReadPorts } from '../../../app/ports/open-ports.ts';
import { checkCycleFilePath, writeCycleFiles } from '../../../app/project/open-cycle-file.ts';
import { withEnvironment } from '../../../app/project/open-project.ts';
import { formatCycleFile } from '../../../engine/cycle-file/order-keys.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { exportTemplate } from './export-template.ts';

export type ExportTemplateOptions = GlobalOptions & {
  /** Name or id. */
  readonly template: string;
  readonly out: string;
};

/** `cyclectl export --template NAME --out FILE`: exports a template to a file for review. */
export async function runExportTemplate(
  context: CommandContext,
  options: ExportTemplateOptions,
): Promise<ExitCode> {
  await checkCycleFilePath(options.out);
  return withEnvironment(context, options, (request) =>
    withOpened(openReadPorts(request), async (ports) => {
      const made = await exportTemplate(ports, options.template);
      if ('refused' in made) return printRefused(context, options.directory, made.refused);
      const { document, blobs } = made;
      await writeCycleFiles(options.out, { text: formatCycleFile(document), blobs });
      const { template, out } = options;
      context.terminal.log(`Exported the template ${toVisible(template)} to ${toVisible(out)}.`);
      printOmissions(context, made);
      return exitCodes.ok;
    }),
  );
}

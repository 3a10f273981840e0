import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { sayNotCarried } from '../../../app/output/say-not-carried.ts';
import { openForReading } from '../../../app/ports/wiring.ts';
import { refuseOtherCycleFile, writeCycleFiles } from '../../../app/project/cycle-file-folder.ts';
import { withEnvironment } from '../../../app/project/open-run.ts';
import { writeCycleFile } from '../../../engine/cycle-file/write-cycle-file.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { exportTemplate } from './export-template.ts';

/** What `cyclectl export --template` takes beside the options of every command. */
export type ExportTemplateOptions = GlobalOptions & {
  /** Its name, or its id. */
  readonly template: string;
  readonly out: string;
};

/** `cyclectl export --template NAME --out FILE`: a template of the console as a file that people can review. */
export async function runExportTemplate(
  context: CommandContext,
  options: ExportTemplateOptions,
): Promise<ExitCode> {
  await refuseOtherCycleFile(options.out);
  return withEnvironment(context, options, async (environment) => {
    const root = options.directory;
    const place = await openForReading({ root, environment, context, verbose: options.verbose });
    try {
      const made = await exportTemplate(place, options.template);
      if ('refused' in made) {
        await printDiagnostics(context, root, made.refused);
        return exitCodes.failed;
      }
      const { document, blobs } = made;
      await writeCycleFiles(options.out, { text: writeCycleFile(document), blobs });
      const { template, out } = options;
      context.terminal.say(`The template ${toVisible(template)} is in ${toVisible(out)}.`);
      sayNotCarried(context, made);
      return exitCodes.ok;
    } finally {
      await place.close();
    }
  });
}

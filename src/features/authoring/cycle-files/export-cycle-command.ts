import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { parseCycleAddress } from '../../../app/options/parse-address.ts';
import { printOmissions, printRefused } from '../../../app/output/print-diagnostics.ts';
import { openReadPorts } from '../../../app/ports/open-ports.ts';
import { checkCycleFilePath, writeCycleFiles } from '../../../app/project/open-cycle-file.ts';
import { type ProjectRequest, withProject } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { formatCycleFile } from '../../../engine/cycle-file/order-keys.ts';
import { openRunContext } from '../../../engine/run/open-run.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { toCycleAddress } from '../../../model/address.ts';
import { exportCycle } from './export-cycle.ts';

export type ExportCycleOptions = GlobalOptions & { readonly address: string; readonly out: string };

/** `cyclectl export ACCOUNT/cycles/KEY --out FILE`: exports a live cycle to a file for review. */
export async function runExportCycle(
  context: CommandContext,
  options: ExportCycleOptions,
): Promise<ExitCode> {
  const named = parseCycleAddress(options.address);
  await checkCycleFilePath(options.out);
  return withProject(context, options, (request) => exportInProject(request, named));
}

async function exportInProject(
  request: ProjectRequest<ExportCycleOptions>,
  named: ReturnType<typeof parseCycleAddress>,
): Promise<ExitCode> {
  const { context, options, project } = request;
  return withOpened(openReadPorts(request), async (ports) => {
    const run = toRun(project, ports);
    const looking = await openRunContext(run.context, 1);
    const made = await exportCycle(looking, run.entries, named);
    if ('refused' in made) return printRefused(context, options.directory, made.refused);
    const { document, blobs } = made;
    await writeCycleFiles(options.out, { text: formatCycleFile(document), blobs });
    context.terminal.log(`Exported ${toVisible(options.address)} to ${toVisible(options.out)}.`);
    if (made.address !== toCycleAddress(named.account, named.key)) {
      context.terminal.log(
        `The file has the deposed cycle ${toVisible(made.address)}, because its replacement has not taken over yet.`,
      );
    }
    printOmissions(context, made);
    return exitCodes.ok;
  });
}

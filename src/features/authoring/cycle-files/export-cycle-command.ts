import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { parseCycleAddress } from '../../../app/options/parse-address.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { sayNotCarried } from '../../../app/output/say-not-carried.ts';
import { openForReading } from '../../../app/ports/wiring.ts';
import { refuseOtherCycleFile, writeCycleFiles } from '../../../app/project/cycle-file-folder.ts';
import { type Opening, withOpening } from '../../../app/project/open-run.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { writeCycleFile } from '../../../engine/cycle-file/write-cycle-file.ts';
import { openLooking } from '../../../engine/run/make-plan.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { cycleAddress } from '../../../model/address.ts';
import { exportCycle } from './export-cycle.ts';

/** What `cyclectl export ADDRESS` takes beside the options of every command. */
export type ExportCycleOptions = GlobalOptions & { readonly address: string; readonly out: string };

/** `cyclectl export ACCOUNT/cycles/KEY --out FILE`: a live cycle as a file that people can review. */
export async function runExportCycle(
  context: CommandContext,
  options: ExportCycleOptions,
): Promise<ExitCode> {
  const named = parseCycleAddress(options.address);
  await refuseOtherCycleFile(options.out);
  return withOpening(context, options, (opening) =>
    exportHere(context, { ...options, named }, opening),
  );
}

async function exportHere(
  context: CommandContext,
  options: ExportCycleOptions & { readonly named: ReturnType<typeof parseCycleAddress> },
  opening: Opening,
): Promise<ExitCode> {
  const { environment, root } = opening;
  const place = await openForReading({ root, environment, context, verbose: options.verbose });
  try {
    const run = toRun(opening, place);
    const looking = await openLooking(run.looking, 1);
    const made = await exportCycle(looking, run.entries, options.named);
    if ('refused' in made) {
      await printDiagnostics(context, root, made.refused);
      return exitCodes.failed;
    }
    const { document, blobs } = made;
    await writeCycleFiles(options.out, { text: writeCycleFile(document), blobs });
    context.terminal.say(`${toVisible(options.address)} is in ${toVisible(options.out)}.`);
    if (made.address !== cycleAddress(options.named.account, options.named.key)) {
      context.terminal.say(
        `It is the earlier one, ${toVisible(made.address)}: what shall take its place has not yet done so.`,
      );
    }
    sayNotCarried(context, made);
    return exitCodes.ok;
  } finally {
    await place.close();
  }
}

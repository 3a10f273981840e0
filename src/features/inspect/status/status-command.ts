import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, toStatusExitCode } from '../../../app/exit-codes.ts';
import { formatListing } from '../../../app/output/format-listing.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { withProgress } from '../../../app/output/with-progress.ts';
import { openReadPorts, systemClock } from '../../../app/ports/open-ports.ts';
import { withSelectedProject } from '../../../app/project/open-project.ts';
import { countLeftOut, toWholeRun } from '../../../app/project/to-run.ts';
import { readFleetNotes } from '../../../app/run/print-before-plan.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { listOutsideKinds } from '../../../model/manifest/selection.ts';
import { countStatus, type StatusFrame } from '../../../model/report/count-status.ts';
import { formatDocumentPieces } from '../../../reports/json/format-document.ts';
import { formatStatusEnd, formatStatusText } from './format-status-text.ts';
import { listStatusRows } from './list-status-rows.ts';
import { runStatus } from './run-status.ts';

export type StatusOptions = GlobalOptions & {
  /** Prints every cycle; by default those that need a person. */
  readonly all?: boolean;
};

/** `cyclectl status`: shows totals, and what needs a person. Writes nothing. */
export async function runStatusCommand(
  context: CommandContext,
  options: StatusOptions,
): Promise<ExitCode> {
  return withSelectedProject({ context, options, use: 'status' }, (request) =>
    withOpened(openReadPorts(request), async (ports) => {
      const { left, fleets } = await readFleetNotes(ports, request.project);
      const diagnostics = [...request.project.diagnostics, ...left];
      await printDiagnostics(context, options.directory, diagnostics);
      const now = systemClock.now();
      const { run, readOutsideGit } = toWholeRun(request.project, ports);
      const phase = { does: 'reading', total: run.entries.length, ports };
      const accounts = await Array.fromAsync(
        withProgress(context, phase, runStatus({ ...run, now })),
      );
      const outsideGit = await readOutsideGit();
      const frame: StatusFrame = {
        target: ports.target,
        directory: options.directory,
        at: now,
        cost: ports.readCost(),
        accounts: accounts.length,
        unread: accounts.filter(({ kind }) => kind === 'unread').length,
        skipped: countLeftOut(request.project, run),
        outsideGit,
        fleets: fleets.map(({ document: _, pins: __, ...progress }) => progress),
        summary: countStatus(accounts),
      };
      const { out, log, paint, columns } = context.terminal;
      const outside = listOutsideKinds(request.project.selection);
      const shown = { isAll: options.all === true, outside, paint };
      await out(
        options.format === 'json'
          ? formatDocumentPieces('status', {
              run: { ...frame, diagnostics: [...context.reported] },
              accounts,
            })
          : formatListing(context.terminal, {
              layOut: () => formatStatusText(frame, accounts, shown),
              rows: () => listStatusRows(accounts, shown),
            }),
      );
      // A log of a pipeline has them too, beside the rows.
      if (options.format === 'text' && columns === null)
        log([...formatStatusEnd(frame, accounts, shown)].join('').trim());
      return toStatusExitCode(frame);
    }),
  );
}

import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, toStatusExitCode } from '../../../app/exit-codes.ts';
import { formatListing } from '../../../app/output/format-listing.ts';
import { printDiagnostics, printRefused } from '../../../app/output/print-diagnostics.ts';
import { withProgress } from '../../../app/output/with-progress.ts';
import { openReadPorts, type ReadPorts, systemClock } from '../../../app/ports/open-ports.ts';
import { type ProjectRequest, withSelectedProject } from '../../../app/project/open-project.ts';
import { countLeftOut, toWholeRun } from '../../../app/project/to-run.ts';
import { readFleetNotes } from '../../../app/run/print-before-plan.ts';
import { machineTimer } from '../../../kit/tasks/timer.ts';
import { waitAtMost } from '../../../kit/tasks/wait-at-most.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { formatDuration } from '../../../kit/text/text-layout.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { listOutsideKinds } from '../../../model/manifest/selection.ts';
import { countStatus, type StatusFrame } from '../../../model/report/count-status.ts';
import type { RunCost } from '../../../model/report/report.ts';
import type { AccountStatus } from '../../../model/report/status.ts';
import { formatDocumentPieces } from '../../../reports/json/format-document.ts';
import { formatStatusEnd, formatStatusText } from './format-status-text.ts';
import { listStatusRows } from './list-status-rows.ts';
import { runStatus } from './run-status.ts';

export type StatusOptions = GlobalOptions & {
  /** Prints every cycle; by default those that need a person. */
  readonly all?: boolean;
  /** Milliseconds between looks; absent: it looks once. */
  readonly watch?: number;
};

/** `cyclectl status`: shows totals, and what needs a person. Writes nothing. */
export async function runStatusCommand(
  context: CommandContext,
  options: StatusOptions,
): Promise<ExitCode> {
  const isScreen = context.terminal.isScreen && options.format === 'text';
  if (options.watch !== undefined && !isScreen) {
    return printRefused(context, options.directory, [noScreen]);
  }
  return withSelectedProject({ context, options, use: 'status' }, (request) =>
    withOpened(openReadPorts(request), (ports) =>
      options.watch === undefined
        ? printStatus(request, ports)
        : watchStatus(request, ports, options.watch),
    ),
  );
}

const noScreen = reportError('wrong-usage', {
  summary:
    '--watch draws text on a terminal again and again, and stdout is none or JSON is asked for',
  remedy: 'Remove --watch.',
});

type Request = ProjectRequest<StatusOptions>;

type Status = {
  readonly frame: StatusFrame;
  readonly accounts: readonly AccountStatus[];
  /** Warnings of the project and of its fleets. */
  readonly diagnostics: readonly Diagnostic[];
};

async function printStatus(request: Request, ports: ReadPorts): Promise<ExitCode> {
  const { context, options } = request;
  const status = await readStatus(request, ports, null);
  await printDiagnostics(context, options.directory, status.diagnostics);
  const { frame, accounts } = status;
  const { out, log, columns } = context.terminal;
  const shown = toShown(request);
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
}

/** Moves to the first cell, and clears the screen with what has scrolled off it. */
const clear = '\u001b[H\u001b[2J\u001b[3J';

async function watchStatus(request: Request, ports: ReadPorts, everyMs: number): Promise<ExitCode> {
  const { context, options } = request;
  const { terminal, stopping, timer = machineTimer } = context;
  for (let since: RunCost | null = null; ; since = ports.readCost()) {
    const status = await readStatus(request, ports, since);
    // A terminal without a cursor gets one below the other.
    if (terminal.rows !== undefined) await terminal.out(clear);
    await printDiagnostics(context, options.directory, status.diagnostics);
    await terminal.out(formatStatusText(status.frame, status.accounts, toShown(request)));
    await terminal.out(`\nAgain every ${formatDuration(everyMs)}. Ctrl-C ends it.\n`);
    await waitAtMost(everyMs, stopping, timer);
    if (stopping.aborted) return toStatusExitCode(status.frame);
  }
}

function toShown({ context, options, project }: Request) {
  return {
    isAll: options.all === true,
    outside: listOutsideKinds(project.selection),
    paint: context.terminal.paint,
  };
}

// `since` is the cost of what was shown before; null where nothing was.
async function readStatus(
  { context, options, project }: Request,
  ports: ReadPorts,
  since: RunCost | null,
): Promise<Status> {
  const { left, fleets } = await readFleetNotes(ports, project);
  const now = systemClock.now();
  const { run, readOutsideGit } = toWholeRun(project, ports);
  const phase = { does: 'reading', total: run.entries.length, ports };
  const accounts = await Array.fromAsync(withProgress(context, phase, runStatus({ ...run, now })));
  const outsideGit = await readOutsideGit();
  const cost = ports.readCost();
  const frame: StatusFrame = {
    target: ports.target,
    directory: options.directory,
    at: now,
    cost: {
      ...cost,
      requests: cost.requests - (since?.requests ?? 0),
      durationMs: cost.durationMs - (since?.durationMs ?? 0),
    },
    accounts: accounts.length,
    unread: accounts.filter(({ kind }) => kind === 'unread').length,
    skipped: countLeftOut(project, run),
    outsideGit,
    fleets: fleets.map(({ document: _, pins: __, ...progress }) => progress),
    summary: countStatus(accounts),
  };
  return { frame, accounts, diagnostics: [...project.diagnostics, ...left] };
}

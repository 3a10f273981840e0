import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { type ExitCode, toDriftExitCode } from '../../../app/exit-codes.ts';
import type { DriftOptions } from '../../../app/options/daily-options.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { deleteUnlessKept } from '../../../app/output/requested-reports.ts';
import { sendNotifications } from '../../../app/output/send-notifications.ts';
import { withProgress } from '../../../app/output/with-progress.ts';
import { writeReport } from '../../../app/output/write-report.ts';
import { openReadPorts, type ReadPorts } from '../../../app/ports/open-ports.ts';
import { type ProjectRequest, withSelectedProject } from '../../../app/project/open-project.ts';
import { countLeftOut, toWholeRun } from '../../../app/project/to-run.ts';
import { listDistrust, openExports } from '../../../app/run/open-exports.ts';
import { openSpill, type Spill } from '../../../app/run/open-spill.ts';
import { listFleetNotes, printUnfinished } from '../../../app/run/print-before-plan.ts';
import { openDriftNotes } from '../../../app/run/records/open-drift-notes.ts';
import { type DriftLook, runDrift } from '../../../engine/run/run-drift.ts';
import { machineTimer } from '../../../kit/tasks/timer.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { isDriftUnknown } from '../../../model/report/drift-gaps.ts';
import type { DriftAccount } from '../../../model/report/report.ts';
import type { DriftReport } from '../../../model/report/report-document.ts';
import { formatRequestedText } from '../../../reports/text/format-report-text.ts';
import { countDrift, hasDrift } from './count-drift.ts';
import { openSweep } from './open-sweep.ts';
import { formatShard, selectShard } from './select-shard.ts';

type FindDriftOptions = GlobalOptions & DriftOptions;

/** A run of drift with the end of its budget in the time of its timer; infinite without one. */
type DriftRequest = ProjectRequest<FindDriftOptions> & { readonly endsAtMs: number };

/** `cyclectl drift`: reports out-of-band changes since the last apply. */
export async function runDriftCommand(
  context: CommandContext,
  options: FindDriftOptions,
): Promise<ExitCode> {
  const { timer = machineTimer } = context;
  const endsAtMs = timer.nowMs() + (options.budget ?? Number.POSITIVE_INFINITY);
  return withSelectedProject({ context, options, use: 'observed' }, async (selected) => {
    const { shard } = options;
    const project = shard === undefined ? selected.project : selectShard(selected.project, shard);
    const request = { ...selected, project, endsAtMs };
    await printDiagnostics(context, options.directory, request.project.diagnostics);
    const ports = await openReadPorts(request);
    const spill = await openSpill<DriftAccount>();
    try {
      await printUnfinished(request, ports.store);
      const due = await listFleetNotes(ports, request.project);
      await printDiagnostics(context, options.directory, due);
      const { counts, noted, outsideGit } = await collectDrift(request, ports, spill);
      const { directory, select, maxUnread } = options;
      const { target } = ports;
      const unknownMembers = ports.listUnknownMembers();
      const narrowed = select.length === 0 ? {} : { select };
      const run = {
        target,
        directory,
        ...narrowed,
        cost: ports.readCost(),
        ...counts,
        ...(maxUnread === undefined ? {} : { maxUnread }),
        ...(shard === undefined ? {} : { shard: formatShard(shard) }),
        ...noted,
        outsideGit,
        ...(unknownMembers.length === 0 ? {} : { unknownMembers }),
      };
      const report: DriftReport = {
        kind: 'drift',
        run: { ...run, diagnostics: [...context.reported] },
        accounts: () => (isDriftUnknown(run) ? spill.read() : withUnreadAllowed(spill.read())),
      };
      const text = formatRequestedText(report, context.terminal.paint, options.group);
      await writeReport(context, options, { report, text });
      await sendNotifications(context, options, { ports, report });
      return toDriftExitCode(run);
    } finally {
      await deleteUnlessKept(context, spill.remove);
      await ports.close();
    }
  });
}

/** Accounts of which the unread ones are warnings, because --max-unread allows so many. */
async function* withUnreadAllowed(
  accounts: AsyncIterable<DriftAccount>,
): AsyncGenerator<DriftAccount, void, undefined> {
  for await (const account of accounts) {
    if (account.kind === 'read') yield account;
    else {
      const diagnostics = account.diagnostics.map(
        (each): Diagnostic => ({ ...each, severity: 'warning' }),
      );
      yield { ...account, diagnostics };
    }
  }
}

/** Observes every account and records the findings. */
async function collectDrift(request: DriftRequest, ports: ReadPorts, spill: Spill<DriftAccount>) {
  const notes = await openDriftNotes(request);
  try {
    const tally = countDrift(request.project.environment.name);
    const { shard, oldestFirst = false, maxUnread } = request.options;
    const isOther = shard !== undefined && shard.part > 1;
    const narrowed = isOther ? 'shard' : null;
    const { run, readOutsideGit } = toWholeRun(request.project, ports, { narrowed });
    const { timer = machineTimer } = request.context;
    const sweep = openSweep(run.entries, {
      lastLooks: oldestFirst ? notes.lastLooks : null,
      isOver: () => timer.nowMs() >= request.endsAtMs,
    });
    const follow = <T>(isOne: (account: T) => boolean, accounts: AsyncIterable<T>) => {
      const found = { word: 'with drift', isOne };
      const phase = { does: 'comparing', total: run.entries.length, ports, found };
      return withProgress(request.context, phase, accounts);
    };
    const exports = await openExports<DriftLook>(
      run.entries.length,
      Date.parse(notes.at),
      (looks) => follow((look) => hasDrift(look.found), looks),
    );
    const again = maxUnread === undefined ? null : await openSpill<DriftLook>();
    try {
      const { begins, ordered } = sweep;
      const accounts =
        exports === null
          ? follow(hasDrift, runDrift(run, notes, { again, begins, ordered }))
          : runDrift(run, notes, { exports: exports.byExports, again, begins, ordered });
      await spill.write(tally.countAll(accounts));
    } finally {
      await exports?.remove();
      await again?.remove();
    }
    const outsideGit = await readOutsideGit();
    const counts = tally.total();
    const skipped = countLeftOut(request.project, run);
    const left = sweep.listLeft().map(({ key }) => key);
    const looked = sweep.listBegun().map(({ key }) => key);
    const parts = [
      ...request.options.select,
      ...(shard === undefined ? [] : [`--shard ${formatShard(shard)}`]),
      ...(left.length === 0 ? [] : ['--budget']),
    ];
    const noted = {
      at: notes.at,
      skipped,
      ...(left.length === 0 ? {} : { left }),
      trend: await notes.saveRun(counts, { select: parts, looked }),
      ...listDistrust(exports),
    };
    return { counts, outsideGit, noted };
  } finally {
    await notes.close();
  }
}

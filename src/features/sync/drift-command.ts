import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import { type ExitCode, toDriftExitCode } from '../../app/exit-codes.ts';
import { sendNotifications } from '../../app/output/send-notifications.ts';
import { writeReport } from '../../app/output/write-report.ts';
import { openReadPorts, type ReadPorts } from '../../app/ports/open-ports.ts';
import { type ProjectContext, withProject } from '../../app/project/open-project.ts';
import { toWholeRun } from '../../app/project/to-run.ts';
import { openSpill, type Spill } from '../../app/run/open-spill.ts';
import { printUnfinished } from '../../app/run/print-before-plan.ts';
import { runDrift } from '../../engine/run/run-drift.ts';
import type { DriftAccount } from '../../model/report/report.ts';
import type { DriftReport } from '../../model/report/report-document.ts';
import { formatOwnText } from '../../reports/text/format-report-text.ts';
import { countDrift } from './count-drift.ts';
import { startDriftNotes } from './start-drift-notes.ts';

/** `cyclectl drift`: reports out-of-band changes since the last apply. */
export async function runDriftCommand(
  context: CommandContext,
  options: GlobalOptions,
): Promise<ExitCode> {
  return withProject(context, options, (project) => driftInProject(context, options, project));
}

async function driftInProject(
  context: CommandContext,
  options: GlobalOptions,
  projectContext: ProjectContext,
): Promise<ExitCode> {
  const startedAt = performance.now();
  const { environment, selected } = projectContext;
  const ports = await openReadPorts({
    root: projectContext.root,
    environment,
    context,
    verbose: options.verbose,
  });
  const spill = await openSpill<DriftAccount>();
  try {
    await printUnfinished({ context, options, project: projectContext }, ports.store);
    const { counts, noted, outsideGit } = await collectDrift(context, options, {
      projectContext,
      ports,
      spill,
    });
    const cost = { requests: ports.requestCount(), durationMs: performance.now() - startedAt };
    const { directory, select } = options;
    const { target } = ports;
    const narrowed = select.length === 0 ? {} : { select };
    const run = {
      target,
      directory,
      ...narrowed,
      cost,
      skipped: selected.skipped,
      ...counts,
      ...noted,
      outsideGit,
    };
    const report: DriftReport = {
      kind: 'drift',
      run: { ...run, diagnostics: [...context.reported] },
      accounts: () => spill.read(),
    };
    const text = formatOwnText(report, context.terminal.paint);
    await writeReport(context, options, { report, text });
    await sendNotifications(context, options, { ports, report });
    return toDriftExitCode(counts);
  } finally {
    await spill.remove();
    await ports.close();
  }
}

/** Observes every account and records the findings. */
async function collectDrift(
  context: CommandContext,
  options: GlobalOptions,
  {
    projectContext,
    ports,
    spill,
  }: {
    readonly projectContext: ProjectContext;
    readonly ports: ReadPorts;
    readonly spill: Spill<DriftAccount>;
  },
) {
  const notes = await startDriftNotes(context, options, projectContext);
  try {
    const tally = countDrift();
    const { run, readOutsideGit } = toWholeRun(projectContext, ports);
    await spill.write(tally.countAll(runDrift(run, notes)));
    const outsideGit = await readOutsideGit();
    const counts = tally.total();
    return { counts, outsideGit, noted: { at: notes.at, trend: await notes.saveRun(counts) } };
  } finally {
    await notes.close();
  }
}

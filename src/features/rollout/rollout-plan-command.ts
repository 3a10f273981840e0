import type { CommandContext } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import { printDiagnostics } from '../../app/output/print-diagnostics.ts';
import { withProject } from '../../app/project/open-project.ts';
import { toRun } from '../../app/project/to-run.ts';
import { type PlannedChange, withPlannedChange } from '../../app/run/plan-change.ts';
import { writePlanReport } from '../../app/run/plan-file.ts';
import { checkOpening } from './check-opening.ts';
import { findFleet } from './find-fleet.ts';
import {
  listWaves,
  openRolloutSource,
  type RolloutPlanOptions,
  type RolloutSource,
  selectWarnings,
} from './open-rollout-source.ts';

/**
 * `cyclectl rollout plan FLEET`: shows what a rollout of the newest revision would change, and its waves.
 * Opens none.
 */
export async function runRolloutPlan(
  context: CommandContext,
  options: RolloutPlanOptions,
): Promise<ExitCode> {
  return withProject(context, options, (request) => {
    const found = findFleet(request, options.fleet);
    const project = selectWarnings(request.project, found);
    return withPlannedChange(
      { ...request, project },
      async (ports) =>
        openRolloutSource(request, found, toRun(request.project, ports, options.rewrite)),
      (planned) => report({ ...planned, options }),
    );
  });
}

async function report(planned: PlannedChange<RolloutSource>): Promise<ExitCode> {
  const { context, options, source, file } = planned;
  const { refused, lines } = await checkOpening(planned);
  const next = { kind: refused.length === 0 ? 'none' : 'refused' } as const;
  await writePlanReport(file, { ...planned, next });
  await printDiagnostics(context, options.directory, refused);
  for (const line of [...listWaves(source), ...lines]) context.terminal.log(line);
  return refused.length === 0 ? exitCodes.ok : exitCodes.failed;
}

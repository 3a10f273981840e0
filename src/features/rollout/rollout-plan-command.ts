import type { CommandContext } from '../../app/context.ts';
import { type ExitCode, toPlanExitCode } from '../../app/exit-codes.ts';
import { printDiagnostics } from '../../app/output/print-diagnostics.ts';
import { withProject } from '../../app/project/open-project.ts';
import { toRun } from '../../app/project/to-run.ts';
import { type PlannedChange, withPlannedChange } from '../../app/run/plan-change.ts';
import { writePlanReport } from '../../app/run/plan-file.ts';
import { findFleet } from './find-fleet.ts';
import {
  listWaves,
  openRolloutSource,
  type RolloutPlanOptions,
  type RolloutSource,
} from './open-rollout-source.ts';
import { checkWayBack } from './undo/check-way-back.ts';

/**
 * `cyclectl rollout plan FLEET`: shows what a rollout of the newest revision would change, and its waves.
 * Opens none.
 */
export async function runRolloutPlan(
  context: CommandContext,
  options: RolloutPlanOptions,
): Promise<ExitCode> {
  return withProject(context, options, (request) => {
    const found = findFleet(request.project, options.fleet);
    return withPlannedChange(
      request,
      async (ports) => openRolloutSource(request, found, toRun(request.project, ports)),
      (planned) => report({ ...planned, options }),
    );
  });
}

async function report(planned: PlannedChange<RolloutSource>): Promise<ExitCode> {
  const { context, options, source, made, file } = planned;
  const oneWay = await checkWayBack(file, source);
  const refused =
    planned.refused === null && oneWay.length === 0
      ? null
      : [...(planned.refused ?? []), ...oneWay];
  const next = { kind: refused === null ? 'none' : 'refused' } as const;
  await writePlanReport(file, { ...planned, next });
  await printDiagnostics(context, options.directory, refused ?? []);
  for (const line of listWaves(source)) context.terminal.log(line);
  return toPlanExitCode(made.summary, { isRefused: refused !== null, wantsCode: false });
}

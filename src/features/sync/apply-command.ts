import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import type { ExitCode } from '../../app/exit-codes.ts';
import type { ApplyOptions } from '../../app/options/daily-options.ts';
import { toChoices } from '../../app/options/plan-choices.ts';
import type { WritePorts } from '../../app/ports/open-ports.ts';
import {
  checkRollouts,
  listRolledOut,
  withAllWaves,
} from '../../app/project/fleets/with-all-waves.ts';
import { withFleetLocks } from '../../app/project/fleets/with-fleet-locks.ts';
import { type ProjectRequest, withProject } from '../../app/project/open-project.ts';
import { openApplyRun, toWholeRun } from '../../app/project/to-run.ts';
import type { ChangeSource } from '../../app/run/change-source.ts';
import { listFleetNotes } from '../../app/run/print-before-plan.ts';
import { readApproval } from '../../app/run/read-approval.ts';
import { runChange } from '../../app/run/run-change.ts';
import { checkPlanTotals } from '../../engine/policy/check-plan-totals.ts';
import { makePlan } from '../../engine/run/planning/make-plan.ts';
import { makePlanCounter } from '../../engine/run/planning/make-plan-counter.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { formatCommand } from '../../model/report/advice/commands.ts';
import type { FleetLock } from '../../model/state/lock.ts';
import {
  formatRequestedPlan,
  type PlanCommands,
} from '../../reports/blocks/words/format-plan-commands.ts';
import { applySavedPlan } from './apply-saved-plan.ts';

type ApplyCommandOptions = GlobalOptions & ApplyOptions;

/** `cyclectl apply`: plans, asks and applies; or applies a saved plan. */
export async function runApplyCommand(
  context: CommandContext,
  options: ApplyCommandOptions,
): Promise<ExitCode> {
  const { plan } = options;
  if (plan !== undefined && options.allWaves === true) {
    throw new OperationalError('--all-waves makes a new plan, and a saved one is given', {
      remedy: 'Remove the file of the plan, or --all-waves.',
    });
  }
  if (plan !== undefined) return applySavedPlan(context, { ...options, plan });
  if (options.maxAge !== undefined) {
    throw new OperationalError('--max-age needs a saved plan, and none is given', {
      remedy: 'Pass the file of the plan, or remove --max-age: a plan made now is always new.',
    });
  }
  return withProject(context, options, (request) => {
    const run = (locks: readonly FleetLock[]) =>
      runChange(request, (ports) => openSource(request, ports, locks));
    if (options.allWaves !== true) return run([]);
    const fleets = listRolledOut(request.project).map(({ name }) => name);
    return withFleetLocks(request, { command: 'apply', fleets }, ({ locks }) => run(locks));
  });
}

// A saved plan keeps each account on its revision: a rollout is what can be reviewed of all waves.
function listReviewed({ options, project }: ProjectRequest<ApplyCommandOptions>): PlanCommands {
  const { directory, select, allowOrphans } = options;
  const environment = project.environment.name;
  const [fleet] = options.allWaves === true ? listRolledOut(project) : [];
  if (fleet === undefined) {
    const orphans = allowOrphans === undefined ? {} : { allowOrphans };
    return formatRequestedPlan(environment, {
      ...toChoices(options),
      directory,
      select,
      ...orphans,
    });
  }
  const place = { directory, environment };
  return [
    formatCommand(`rollout plan ${fleet.name}`, place),
    formatCommand(`rollout open ${fleet.name}`, place),
  ];
}

async function openSource(
  { context, options, project }: ProjectRequest<ApplyCommandOptions>,
  ports: WritePorts,
  locks: readonly FleetLock[],
): Promise<ChangeSource> {
  const { environment, selected } = project;
  const { allowOrphans } = options;
  const choices = toChoices(options);
  const allWaves =
    options.allWaves === true ? await withAllWaves(ports, { options, project }, locks) : undefined;
  const read = allWaves?.ports ?? ports;
  const { run, readOutsideGit } = toWholeRun(project, read, { rewrite: choices.rewrite });
  return {
    command: 'apply',
    choices,
    refused: [...(allWaves?.refused ?? []), ...(await checkRollouts(ports, { options, project }))],
    warnings: await listFleetNotes(read, project),
    ...(allWaves === undefined ? {} : { narrowed: { allWaves: true } }),
    plan: {
      kind: 'new',
      accounts: (exports) => makePlan(run, exports),
      readsExports: true,
      total: run.entries.length,
      counter: makePlanCounter(selected.skipped),
      readOutsideGit,
      instead: listReviewed({ context, options, project }),
      confirm:
        options.yes === true ? null : (made) => readApproval(context, 'apply a saved plan', made),
    },
    check: (summary, outsideGit) =>
      checkPlanTotals(summary, environment.protect, { ...choices, allowOrphans, outsideGit }),
    openRun: () =>
      openApplyRun(project, ports, {
        rewrite: choices.rewrite,
        ...(allWaves === undefined ? {} : { allWaves }),
      }),
  };
}

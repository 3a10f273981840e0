import type { CommandContext } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { withProject } from '../../../app/project/open-project.ts';
import { formatCommand } from '../../../model/report/advice/commands.ts';
import { formatRevision } from '../../../model/state/revision.ts';
import { withRolloutData } from '../rollout-status-command.ts';
import { type DecisionOptions, type FleetOptions, withLockedFleet } from '../with-locked-fleet.ts';
import { planResume } from './plan-decision.ts';

export type RolloutResumeOptions = FleetOptions & Partial<DecisionOptions>;

/** `cyclectl rollout resume FLEET`: opens a paused rollout again, as it was approved. */
export async function runRolloutResume(
  context: CommandContext,
  options: RolloutResumeOptions,
): Promise<ExitCode> {
  const { directory, fleet, reason = 'manually' } = options;
  return withProject(context, options, (request) =>
    withRolloutData(request, () =>
      withLockedFleet(request, async ({ latest, update }) => {
        const resumed = planResume(latest, reason);
        if (resumed === null) {
          context.terminal.log(`No rollout of the fleet ${fleet} is paused.`);
          return exitCodes.ok;
        }
        await update({ rollout: resumed.rollout }, resumed.entry);
        const place = { directory, environment: request.project.environment.name };
        context.terminal.log(
          `Opened the rollout of ${formatRevision(resumed.rollout.revision)} again. To go on: ${formatCommand(`rollout continue ${fleet}`, place)}`,
        );
        return exitCodes.ok;
      }),
    ),
  );
}

import type { CommandContext } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { withProject } from '../../../app/project/open-project.ts';
import { formatCommand } from '../../../model/report/advice/commands.ts';
import { formatRevision } from '../../../model/state/revision.ts';
import { type DecisionOptions, withUrgentFleet } from '../with-locked-fleet.ts';
import { planPause } from './plan-decision.ts';

/** `cyclectl rollout pause FLEET`: admits and applies nothing until it is resumed. */
export async function runRolloutPause(
  context: CommandContext,
  options: DecisionOptions,
): Promise<ExitCode> {
  const { directory, fleet, reason } = options;
  return withProject(context, options, (request) =>
    withUrgentFleet(request, async ({ latest, update }) => {
      const paused = planPause(latest, reason);
      if (paused === null) {
        context.terminal.log(`No rollout of the fleet ${fleet} is open.`);
        return exitCodes.ok;
      }
      await update({ rollout: paused.rollout }, paused.entry);
      const place = { directory, environment: request.project.environment.name };
      context.terminal.log(
        `Paused the rollout of ${formatRevision(paused.rollout.revision)}. To go on: ${formatCommand(`rollout resume ${fleet}`, place)}`,
      );
      return exitCodes.ok;
    }),
  );
}

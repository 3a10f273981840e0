import type { CommandContext } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { withProject } from '../../../app/project/open-project.ts';
import { formatRevision } from '../../../model/state/revision.ts';
import { withRolloutData } from '../rollout-status-command.ts';
import { type DecisionOptions, withUrgentFleet } from '../with-locked-fleet.ts';
import { planStop } from './plan-decision.ts';

/**
 * `cyclectl rollout stop FLEET`: admits no further wave. Accounts that have the revision keep it, the
 * others keep their earlier one.
 */
export async function runRolloutStop(
  context: CommandContext,
  options: DecisionOptions,
): Promise<ExitCode> {
  const { fleet, reason } = options;
  return withProject(context, options, (request) =>
    withRolloutData(request, () =>
      withUrgentFleet(request, async ({ latest, update }) => {
        const stopped = planStop(latest, reason);
        if (stopped === null) {
          context.terminal.log(`No rollout of the fleet ${fleet} is open.`);
          return exitCodes.ok;
        }
        await update({ rollout: stopped.rollout }, stopped.entry);
        context.terminal.log(`Stopped the rollout of ${formatRevision(stopped.rollout.revision)}.`);
        return exitCodes.ok;
      }),
    ),
  );
}

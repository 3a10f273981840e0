import type { CommandContext } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { formatRevision } from '../../../model/state/revision.ts';
import { formatUnfinished } from '../waves/format-rollout.ts';
import { type DecisionOptions, lockFleet } from '../with-locked-fleet.ts';
import { planStop } from './plan-decision.ts';
import { withBrake } from './with-brake.ts';

/**
 * `cyclectl rollout stop FLEET`: admits no further wave. Accounts that have the revision keep it, the
 * others keep their earlier one.
 */
export async function runRolloutStop(
  context: CommandContext,
  options: DecisionOptions,
): Promise<ExitCode> {
  const { fleet, reason } = options;
  return withBrake(context, options, (request) =>
    lockFleet(request, { isUrgent: true }, async ({ latest, update, store }, held) => {
      const stopped = planStop(latest, reason);
      if (stopped === null) {
        context.terminal.log(`No rollout of the fleet ${fleet} is open.`);
        return exitCodes.ok;
      }
      await update({ rollout: stopped.rollout }, stopped.entry);
      context.terminal.log(`Stopped the rollout of ${formatRevision(stopped.rollout.revision)}.`);
      const members = await store.listRolloutAccounts(stopped.rollout.id);
      const unfinished = new Set(await held.store.listUnfinished());
      const place = {
        directory: options.directory,
        environment: request.project.environment.name,
      };
      const left = formatUnfinished(stopped.rollout, { members, unfinished }, place);
      if (left !== null) context.terminal.log(left);
      return exitCodes.ok;
    }),
  );
}

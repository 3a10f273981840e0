import type { CommandContext } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { Refusal } from '../../../app/output/refusal.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import { formatCommand } from '../../../model/report/advice/commands.ts';
import { formatRevision } from '../../../model/state/revision.ts';
import type { Rollout } from '../../../model/state/rollout.ts';
import { type DecisionOptions, type LockedFleet, lockFleet } from '../with-locked-fleet.ts';
import { planPause } from './plan-decision.ts';
import { type BrakeRequest, withBrake } from './with-brake.ts';

/** `cyclectl rollout pause FLEET`: admits and applies nothing until it is resumed. */
export async function runRolloutPause(
  context: CommandContext,
  options: DecisionOptions,
): Promise<ExitCode> {
  return withBrake(context, options, async (request, latest) => {
    if (latest?.state === 'undoing') throw refuse(request, latest);
    // Only a step of an open rollout ends for it: an undo goes on.
    const isUrgent = latest?.state === 'open';
    return lockFleet(request, { isUrgent }, (locked) => pause(request, locked));
  });
}

async function pause(request: BrakeRequest, { latest, update }: LockedFleet): Promise<ExitCode> {
  const { context, options, project } = request;
  const { directory, fleet, reason } = options;
  const decided = planPause(latest, reason);
  if (decided !== null) await update({ rollout: decided.rollout }, decided.entry);
  else if (latest?.state !== 'paused') throw refuse(request, latest);
  const paused = decided?.rollout ?? latest;
  const short = paused === null ? '' : formatRevision(paused.revision);
  const place = { directory, environment: project.environment.name };
  context.terminal.log(
    `${decided === null ? `The rollout of ${short} was paused before` : `Paused the rollout of ${short}`}. To go on: ${formatCommand(`rollout resume ${fleet}`, place)}`,
  );
  return exitCodes.ok;
}

function refuse({ options, project }: BrakeRequest, latest: Rollout | null): Refusal {
  const { directory, fleet } = options;
  const place = { directory, environment: project.environment.name };
  return new Refusal({
    ...reportError('rollout-refused', {
      summary:
        latest === null
          ? `The fleet ${fleet} had no rollout, so none can be paused`
          : `The rollout ${latest.id} of the fleet ${fleet} is ${latest.state}, so it cannot be paused`,
    }),
    remedy:
      latest?.state === 'undoing'
        ? `To stop the undo: ${formatCommand(`rollout stop ${fleet}`, place, ['--reason TEXT'])}.`
        : `See the rollout with ${formatCommand(`rollout status ${fleet}`, place)}.`,
  });
}

import type { CommandContext } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { Refusal } from '../../../app/output/refusal.ts';
import { openStoreReader } from '../../../app/ports/open-store.ts';
import { type ProjectRequest, withProject } from '../../../app/project/open-project.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import { formatCommand } from '../../../model/report/advice/commands.ts';
import { formatRevision } from '../../../model/state/revision.ts';
import type { Rollout } from '../../../model/state/rollout.ts';
import { withRolloutData } from '../rollout-status-command.ts';
import {
  type DecisionOptions,
  type LockedFleet,
  withLockedFleet,
  withUrgentFleet,
} from '../with-locked-fleet.ts';
import { planPause } from './plan-decision.ts';

type PauseRequest = ProjectRequest<DecisionOptions>;

/** `cyclectl rollout pause FLEET`: admits and applies nothing until it is resumed. */
export async function runRolloutPause(
  context: CommandContext,
  options: DecisionOptions,
): Promise<ExitCode> {
  return withProject(context, options, async (request) => {
    const latest = await readLatest(request);
    if (latest?.state === 'undoing') throw refuse(request, latest);
    // Only a step of an open rollout ends for it: an undo goes on.
    const withFleet = latest?.state === 'open' ? withUrgentFleet : withLockedFleet;
    return withRolloutData(request, () => withFleet(request, (locked) => pause(request, locked)));
  });
}

function readLatest(request: PauseRequest): Promise<Rollout | null> {
  return withOpened(openStoreReader(request), async (store) => {
    const rollouts = await store.listRollouts();
    return rollouts.find(({ fleet }) => fleet === request.options.fleet) ?? null;
  });
}

async function pause(request: PauseRequest, { latest, update }: LockedFleet): Promise<ExitCode> {
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

function refuse({ options, project }: PauseRequest, latest: Rollout | null): Refusal {
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

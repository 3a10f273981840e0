import type { CommandContext } from '../../../app/context.ts';
import type { ExitCode } from '../../../app/exit-codes.ts';
import { Refusal } from '../../../app/output/refusal.ts';
import { openStoreReader } from '../../../app/ports/open-store.ts';
import { type ProjectRequest, withEnvironment } from '../../../app/project/open-project.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import { formatNearest } from '../../../kit/text/nearest.ts';
import { reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Environment } from '../../../model/manifest/project.ts';
import type { StoreReader } from '../../../model/ports.ts';
import { toFleetLock } from '../../../model/state/lock.ts';
import { isInProgress, listLatest, type Rollout } from '../../../model/state/rollout.ts';
import { printStored } from '../rollout-status-command.ts';
import type { DecisionOptions } from '../with-locked-fleet.ts';

export type BrakeRequest = ProjectRequest<DecisionOptions, { readonly environment: Environment }>;

/**
 * Runs a decision that stops accounts, by the project file and the store alone: manifests may be missing or
 * wrong. Throws `Refusal` if the store knows no such fleet.
 */
export async function withBrake(
  context: CommandContext,
  options: DecisionOptions,
  decide: (request: BrakeRequest, latest: Rollout | null) => Promise<ExitCode>,
): Promise<ExitCode> {
  return withEnvironment(context, options, async (request) => {
    const latest = await withOpened(openStoreReader(request), (store) => find(request, store));
    const code = await decide(request, latest);
    if (options.format === 'json') await printStored(request);
    return code;
  });
}

async function find(
  { options, project }: BrakeRequest,
  store: StoreReader,
): Promise<Rollout | null> {
  const { fleet } = options;
  const rollouts = listLatest(await store.listRollouts());
  const latest = rollouts.find((each) => each.fleet === fleet) ?? null;
  if (latest !== null) return latest;
  const { fleets, accounts } = await store.readAdmissions();
  const known = new Set([...rollouts, ...fleets, ...accounts].map((each) => each.fleet));
  // The first rollout of a fleet may be about to be opened.
  const isLocked = (await store.listLocks()).some(({ account }) => account === toFleetLock(fleet));
  if (known.has(fleet) || isLocked) return null;
  const nearest = formatNearest(fleet, known);
  throw new Refusal({
    ...reportError('rollout-refused', {
      summary: `The store of ${project.environment.name} has no fleet ${fleet}`,
    }),
    remedy: [...(nearest === null ? [] : [nearest]), formatOpen(rollouts)].join(' '),
  });
}

function formatOpen(rollouts: readonly Rollout[]): string {
  const open = rollouts.filter(isInProgress).map(({ fleet, state }) => `${fleet} (${state})`);
  return open.length === 0
    ? 'No rollout is open in this environment.'
    : `Rollouts of this environment that can be stopped: ${open.toSorted().join(', ')}.`;
}

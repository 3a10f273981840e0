import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Fleet } from '../../../model/manifest/layers.ts';
import { formatCommand, rolloutCommands } from '../../../model/report/advice/commands.ts';
import type { FleetLock } from '../../../model/state/lock.ts';
import { isInProgress, listLatest } from '../../../model/state/rollout.ts';
import type { GlobalOptions } from '../../context.ts';
import type { ReadPorts, WritePorts } from '../../ports/open-ports.ts';
import type { ProjectContext } from '../open-project.ts';

/** Ports on which accounts have the newest revision, and reasons against it. */
export type AllWaves<Ports extends ReadPorts = WritePorts> = {
  readonly ports: Ports;
  readonly refused: readonly Diagnostic[];
  /** The locks of its fleets. */
  readonly locks: readonly FleetLock[];
};

/** Lists the fleets of selected accounts that have a rollout in their file, each once. */
export function listRolledOut({ selected }: Pick<ProjectContext, 'selected'>): readonly Fleet[] {
  const fleets = new Map<string, Fleet>();
  for (const { layering } of selected.entries) {
    const fleet = layering?.fleet ?? null;
    if (fleet?.document.written.spec.rollout !== undefined) fleets.set(fleet.name, fleet);
  }
  return [...fleets.values()];
}

type AllWavesRequest = {
  readonly options: Pick<GlobalOptions, 'directory'>;
  readonly project: Pick<ProjectContext, 'selected' | 'environment'>;
};

/** Reads all selected accounts on the newest revision of their fleet, as if each wave had come. */
export async function withAllWaves<Ports extends ReadPorts>(
  ports: Ports,
  { options, project }: AllWavesRequest,
  locks: readonly FleetLock[] = [],
): Promise<AllWaves<Ports>> {
  const { store, revisions } = ports;
  const { fleets, accounts } = await store.readAdmissions();
  const newest = new Map<string, string>();
  for (const fleet of listRolledOut(project))
    newest.set(fleet.name, await revisions.readNewest(fleet));
  const isOther = ({ fleet }: { readonly fleet: string }) => !newest.has(fleet);
  const admissions = {
    fleets: [
      ...fleets.filter(isOther),
      ...[...newest].map(([fleet, revision]) => ({ fleet, revision })),
    ],
    accounts: accounts.filter(isOther),
  };
  return {
    ports: { ...ports, revisions: revisions.withAdmissions(admissions) },
    locks,
    refused: await refuseRollouts(store, { options, project }, [...newest.keys()]),
  };
}

/** Refuses a run that admits accounts of fleets whose file has no rollout while the store has one in progress. */
export async function checkRollouts(
  { store }: Pick<ReadPorts, 'store'>,
  request: AllWavesRequest,
): Promise<readonly Diagnostic[]> {
  const fleets = request.project.selected.entries.flatMap(({ layering }) => {
    const fleet = layering?.fleet ?? null;
    if (fleet === null || fleet.document.written.spec.rollout !== undefined) return [];
    return [fleet.name];
  });
  return fleets.length === 0 ? [] : refuseRollouts(store, request, fleets);
}

async function refuseRollouts(
  store: Pick<ReadPorts['store'], 'listRollouts'>,
  { options, project }: AllWavesRequest,
  fleets: readonly string[],
): Promise<readonly Diagnostic[]> {
  const rolledOut = new Set(listRolledOut(project).map(({ name }) => name));
  const names = new Set(fleets);
  const place = { directory: options.directory, environment: project.environment.name };
  const open = listLatest(await store.listRollouts()).filter(
    (each) => names.has(each.fleet) && isInProgress(each),
  );
  return open.map(({ id, fleet, state }) => {
    const isWritten = rolledOut.has(fleet);
    const goesOn = isWritten
      ? `Go on with it: ${formatCommand(`rollout ${rolloutCommands[state]} ${fleet}`, place)}`
      : 'Restore spec.rollout to continue it';
    const stop = formatCommand(`rollout stop ${fleet}`, place, ['--reason TEXT']);
    return reportError('rollout-refused', {
      summary: `The rollout ${id} of the fleet ${fleet} is not finished, so ${isWritten ? '--all-waves cannot pass it by' : 'a fleet without spec.rollout cannot pass it by'}`,
      remedy: `${goesOn}, or stop it with ${stop}.`,
    });
  });
}

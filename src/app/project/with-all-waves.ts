import { type Diagnostic, reportError } from '../../model/diagnostic/diagnostic.ts';
import type { Fleet } from '../../model/manifest/layers.ts';
import { formatCommand } from '../../model/report/advice/commands.ts';
import type { FleetLock } from '../../model/state/lock.ts';
import { isInProgress } from '../../model/state/rollout.ts';
import type { GlobalOptions } from '../context.ts';
import type { ReadPorts, WritePorts } from '../ports/open-ports.ts';
import type { ProjectContext } from './open-project.ts';

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
  const open = (await store.listRollouts()).filter(
    (each) => newest.has(each.fleet) && isInProgress(each),
  );
  const place = { directory: options.directory, environment: project.environment.name };
  return {
    ports: { ...ports, revisions: revisions.withAdmissions(admissions) },
    locks,
    refused: open.map(({ id, fleet }) =>
      reportError('rollout-refused', {
        summary: `The rollout ${id} of the fleet ${fleet} is not finished, so --all-waves cannot pass it by`,
        remedy: `Continue it with ${formatCommand(`rollout continue ${fleet}`, place)}, or stop it with ${formatCommand(`rollout stop ${fleet}`, place, ['--reason TEXT'])}.`,
      }),
    ),
  };
}

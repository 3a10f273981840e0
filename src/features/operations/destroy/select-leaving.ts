import type { ReadPorts } from '../../../app/ports/open-ports.ts';
import type { ProjectContext } from '../../../app/project/open-project.ts';
import { isDue, type LeavingAccount, listLeaving } from '../../../engine/run/list-leaving.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { formatNearest } from '../../../kit/text/nearest.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { type Address, toAccountAddress } from '../../../model/address.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';

/** Objects to destroy as they were typed: addresses, or the leaving accounts of a fleet. */
export type DestroyWish = {
  readonly address: readonly string[];
  readonly fleet?: string;
  readonly leaving?: boolean;
};

/** The leaving accounts of a fleet that are due, and lines about the others. */
export type LeavingSelection = {
  readonly destroys: readonly Address[];
  readonly notes: readonly string[];
};

/** The accounts of a project, and the environment in which they are due. */
export type DueProject = Pick<ProjectContext, 'accounts'> & {
  readonly environment: Pick<ProjectContext['environment'], 'name'>;
};

/** State, and the date in UTC. */
export type DuePorts = Pick<ReadPorts, 'store' | 'today'>;

/**
 * Refuses addresses together with a fleet, one of --fleet and --leaving, and neither where a person cannot
 * be asked. Throws `OperationalError`.
 */
export function checkWish({ address, fleet, leaving }: DestroyWish, lack: string | null): void {
  const isFleet = fleet !== undefined;
  if (isFleet !== (leaving === true)) {
    throw new OperationalError('--fleet and --leaving need each other', {
      remedy: 'Pass both to destroy the leaving accounts of a fleet whose grace period is over.',
    });
  }
  if (isFleet !== address.length > 0 || (!isFleet && lack === null)) return;
  throw new OperationalError(
    isFleet
      ? 'destroy takes addresses or --fleet, not both'
      : 'destroy needs the objects to delete',
    { remedy: 'Pass the address of each account, connector or cycle, or --fleet FLEET --leaving.' },
  );
}

/** Selects the leaving accounts of a fleet whose grace period is over. Throws `OperationalError`. */
export async function selectLeaving(
  fleet: string,
  { accounts, environment }: DueProject,
  { store, today }: DuePorts,
): Promise<LeavingSelection> {
  const fleets = new Set(accounts.flatMap(({ layering }) => layering?.fleet?.name ?? []));
  if (!fleets.has(fleet)) {
    throw new OperationalError(`the project has no fleet ${toVisible(fleet)}`, {
      remedy: formatNearest(fleet, fleets) ?? 'Pass the name of a fleet in the folder fleets.',
    });
  }
  const leaving = (await listLeaving(store, accounts, environment.name)).filter(
    (each) => each.fleet === fleet,
  );
  const due = leaving.filter((each) => isDue(each, today));
  return {
    destroys: due.map(({ account }) => toAccountAddress(account)),
    notes: leaving.filter((each) => !isDue(each, today)).map(formatLater),
  };
}

/** Refuses the accounts of a saved plan whose rows are no longer leaving, or not yet due. */
export async function checkStillDue(
  destroys: readonly Address[],
  { accounts, environment }: DueProject,
  { store, today }: DuePorts,
): Promise<readonly Diagnostic[]> {
  const planned = new Set<string>(destroys);
  const named = accounts.filter(({ key }) => planned.has(toAccountAddress(key)));
  const kept = named
    .filter(({ isLeaving }) => isLeaving !== true)
    .map(({ key }) => `${toVisible(key)} is no longer leaving`);
  const early = (await listLeaving(store, named, environment.name))
    .filter((each) => !isDue(each, today))
    .map(formatLater);
  return [...kept, ...early].map((text) =>
    reportError('plan-stale', {
      summary: `The plan is stale: ${text.replace(/\.$/, '')}`,
      remedy: 'Nothing was destroyed. Make a new plan and review it.',
    }),
  );
}

function formatLater({ account, due }: LeavingAccount): string {
  return due === null
    ? `${toVisible(account)} is leaving: its grace period begins when an apply has stopped its cycles.`
    : `${toVisible(account)} is leaving: its grace period ends ${due}.`;
}

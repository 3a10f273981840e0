import { indexManifests } from '../../../../src/engine/index/index-manifests.ts';
import { Revisions } from '../../../../src/engine/index/revisions/revisions.ts';
import { selectAccounts } from '../../../../src/engine/index/select-accounts.ts';
import type { Run } from '../../../../src/engine/run/open-run.ts';
import { openApprovedChange } from '../../../../src/features/operations/open-approved-change.ts';
import { hasErrors } from '../../../../src/model/diagnostic/diagnostic.ts';
import type { Fleet } from '../../../../src/model/manifest/layers.ts';
import type { AccountEntry } from '../../../../src/model/manifest/manifest.ts';
import type { Environment, Project } from '../../../../src/model/manifest/project.ts';
import { selectAll } from '../../../../src/model/manifest/selection.ts';
import type { PlanChoices } from '../../../../src/model/plan/plan.ts';
import type { ServiceReader, StoreWriter } from '../../../../src/model/ports.ts';
import { makeSecrets } from '../../../service/open-for-test.ts';
import { withCellsNoted } from '../../reach/met-cells.ts';
import type { SimulatedService } from '../../simulated-service.ts';

type RunPorts = { readonly reader: ServiceReader; readonly store: StoreWriter };

/** Opens a run of all accounts, on ports that can be tapped. */
export async function openSimulatedRun(
  simulated: SimulatedService,
  ports: RunPorts,
  choices: PlanChoices,
): Promise<Run> {
  const { files, secrets, templates } = simulated;
  const { project, environment, accounts } = await openSimulatedProject(simulated);
  // Worlds without a rollout ask the store for no admissions, so that earlier seeds keep their order.
  const revisions = accounts.some(isRolledOut)
    ? new Revisions(files, ports.store, await ports.store.readAdmissions())
    : undefined;
  const { entries } = selectAccounts(accounts, environment.name, selectAll);
  const run: Run = {
    context: {
      ...ports,
      files,
      environment: environment.name,
      environments: project.environments,
      keys: new Set(accounts.map(({ key }) => key)),
      today: simulated.today,
      secrets: makeSecrets(Object.fromEntries(secrets), simulated.keyId),
      templates,
      rewrite: choices.rewrite,
      ...(revisions === undefined ? {} : { revisions }),
    },
    entries: entries.filter((entry) => revisions?.isWaiting(entry) !== true),
    named: null,
    width: 1,
  };
  const { narrow } = await openApprovedChange(choices);
  const chosen = await narrow(run, simulated.store, choices);
  return { ...chosen, source: withCellsNoted(simulated.cells, chosen.source) };
}

/** Manifests of a world, as a command opens them. */
export type SimulatedProject = {
  readonly project: Project;
  readonly environment: Environment;
  readonly accounts: readonly AccountEntry[];
  readonly fleets: readonly Fleet[];
};

/** Opens the manifests of a world, which have no errors. */
export async function openSimulatedProject({
  files,
}: Pick<SimulatedService, 'files'>): Promise<SimulatedProject> {
  const { project, index, fleets } = await indexManifests(files);
  const environment = project?.environments.get('local');
  if (project === null || environment === undefined || hasErrors(index.diagnostics))
    throw new Error(`The manifests are none: ${JSON.stringify(index.diagnostics)}`);
  return { project, environment, accounts: index.accounts, fleets };
}

/** The fleet of a world; null if it has no rows. */
export function findFleetOf(accounts: readonly AccountEntry[]): Fleet | null {
  return accounts.find(({ layering }) => layering?.fleet != null)?.layering?.fleet ?? null;
}

function isRolledOut({ layering }: AccountEntry): boolean {
  return layering?.fleet?.document.written.spec.rollout !== undefined;
}

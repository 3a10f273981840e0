import { listNewestAdmissions } from '../../engine/index/revisions/list-newest-admissions.ts';
import { withAccountCache } from '../../engine/live/with-account-cache.ts';
import { isStale } from '../../engine/policy/is-stale.ts';
import { listUntrackedAccounts } from '../../engine/run/list-untracked-accounts.ts';
import type { Run } from '../../engine/run/open-run.ts';
import { LiveSelection } from '../../engine/run/reads/live-selection.ts';
import { readMachine } from '../../kit/machine.ts';
import { hasPartsOfService, listOutsideKinds } from '../../model/manifest/selection.ts';
import type {
  NotObservedReason,
  UntrackedAccounts,
} from '../../model/report/untracked-accounts.ts';
import type { HolderStatus } from '../../model/state/lock.ts';
import { type ReadPorts, systemClock, type WritePorts } from '../ports/open-ports.ts';
import type { PlanPorts } from '../run/change-source.ts';
import { isGoneFrom } from '../run/open-session.ts';
import { toPlanConcurrency } from '../run/plan-file.ts';
import type { AllWaves } from './fleets/with-all-waves.ts';
import type { ProjectContext } from './open-project.ts';

/**
 * The selected accounts of a project, with the settings of each observation; without those that wait
 * for a rollout. `rewrite` sends fields that cannot be verified.
 */
export function toRun<T extends ReadPorts & Partial<PlanPorts>>(
  projectContext: ProjectContext,
  ports: T,
  rewrite = false,
) {
  const { environment, project, keys, selected, selection, named } = projectContext;
  const environments = project.environments;
  const isGone = isGoneFrom(readMachine());
  const { policyRules: policies } = ports;
  return {
    ...(policies === undefined ? {} : { policies }),
    ...(hasPartsOfService(selection)
      ? { live: new LiveSelection(selection, environment.name) }
      : {}),
    context: {
      ...ports,
      isStale: (holder: HolderStatus) => isStale(holder, isGone),
      ...{ environment: environment.name, environments, keys, rewrite },
    },
    entries: selected.entries.filter((entry) => !ports.revisions.isWaiting(entry)),
    named,
    width: toPlanConcurrency(environment),
  };
}

/**
 * The same for an apply of what manifests have now, which records the revisions that its accounts are on
 * from there.
 */
export async function openApplyRun(
  project: ProjectContext,
  ports: WritePorts,
  { rewrite, allWaves }: { readonly rewrite: boolean; readonly allWaves?: AllWaves },
): Promise<ReturnType<typeof toRun<WritePorts>>> {
  const run = toRun(project, allWaves?.ports ?? ports, rewrite);
  const admitting = {
    ...ports,
    locks: allWaves?.locks ?? [],
    environment: project.environment.name,
    now: systemClock.now(),
  };
  const changes = await listNewestAdmissions(admitting, run.entries, project.accounts);
  for (const change of changes) await ports.store.updateRevisions(change);
  return run;
}

/** Counts the accounts that a run leaves out, when it has read the others. */
export function countLeftOut({ selected }: ProjectContext, { live }: Pick<Run, 'live'>): number {
  return selected.skipped + (live?.leftOut ?? 0);
}

/**
 * The same for a command that also lists orphaned and unmanaged accounts, and a function that lists
 * them after the run. `narrowed` is the reason for a partial run: given, or `--select`.
 */
export function toWholeRun<T extends ReadPorts & Partial<PlanPorts>>(
  project: ProjectContext,
  ports: T,
  {
    rewrite,
    narrowed,
  }: { readonly rewrite?: boolean; readonly narrowed?: NotObservedReason | null } = {},
) {
  const { reader, accounts } = withAccountCache(ports.reader);
  const { environment, selection } = project;
  const outside = listOutsideKinds(selection);
  const isSelected = selection.alternatives.length > 0 && outside.length === 0;
  const why = narrowed ?? (isSelected ? 'select' : null);
  return {
    narrowed: why,
    run: toRun(project, { ...ports, reader }, rewrite),
    readOutsideGit: (): Promise<UntrackedAccounts> =>
      listUntrackedAccounts({
        store: ports.store,
        accounts,
        environment,
        entries: project.accounts,
        ...(outside.length === 0 ? {} : { mostNamed: Number.POSITIVE_INFINITY }),
        narrowed: why,
      }),
  };
}

import { withAccountCache } from '../../engine/live/with-account-cache.ts';
import { listUntrackedAccounts } from '../../engine/run/list-untracked-accounts.ts';
import type {
  NotObservedReason,
  UntrackedAccounts,
} from '../../model/report/untracked-accounts.ts';
import type { ReadPorts } from '../ports/open-ports.ts';
import { toPlanConcurrency } from '../run/plan-file.ts';
import type { ProjectContext } from './open-project.ts';

/**
 * The selected accounts of a project, with the settings of each observation. `rewrite` sends fields
 * that cannot be verified.
 */
export function toRun<T extends ReadPorts>(
  projectContext: ProjectContext,
  ports: T,
  rewrite = false,
) {
  const { environment, project, keys, selected, named } = projectContext;
  const environments = project.environments;
  return {
    context: { ...ports, environment: environment.name, environments, keys, rewrite },
    entries: selected.entries,
    named,
    width: toPlanConcurrency(environment),
  };
}

/**
 * The same for a command that also lists orphaned and unmanaged accounts, and a function that lists
 * them after the run. `narrowed` is the reason for a partial run other than `--select`.
 */
export function toWholeRun<T extends ReadPorts>(
  project: ProjectContext,
  ports: T,
  {
    rewrite,
    narrowed,
  }: { readonly rewrite?: boolean; readonly narrowed?: NotObservedReason | null } = {},
) {
  const { reader, accounts } = withAccountCache(ports.reader);
  const { environment, selection } = project;
  const isSelected = selection.alternatives.length > 0;
  return {
    run: toRun(project, { ...ports, reader }, rewrite),
    readOutsideGit: (): Promise<UntrackedAccounts> =>
      listUntrackedAccounts({
        store: ports.store,
        accounts,
        environment,
        entries: project.accounts,
        narrowed: narrowed ?? (isSelected ? 'select' : null),
      }),
  };
}

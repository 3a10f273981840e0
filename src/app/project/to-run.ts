import { noteAccounts } from '../../engine/live/note-accounts.ts';
import { listOutsideGit } from '../../engine/run/list-outside-git.ts';
import type { NotLookedAt, OutsideGit } from '../../model/report/outside-git.ts';
import type { Workplace } from '../ports/wiring.ts';
import { planWidth } from '../run/plan-file.ts';
import type { Opening } from './open-run.ts';

/** The selected accounts of an opening, and what every look at one has. `rewrite` sends what nobody can verify. */
export function toRun<T extends Workplace>(opening: Opening, place: T, rewrite = false) {
  const { environment, project, keys, selected, named } = opening;
  const environments = project.environments;
  return {
    looking: { ...place, environment: environment.name, environments, keys, rewrite },
    entries: selected.entries,
    named,
    width: planWidth(environment),
  };
}

/**
 * The same for a command that tells of the accounts outside Git as well, and what tells them when the run is over.
 * `narrowed` is why a part of the accounts is looked at, where it is not `--select`.
 */
export function toWholeRun<T extends Workplace>(
  opening: Opening,
  place: T,
  {
    rewrite,
    narrowed,
  }: { readonly rewrite?: boolean; readonly narrowed?: NotLookedAt | null } = {},
) {
  const { reader, accounts } = noteAccounts(place.reader);
  const { environment, selection } = opening;
  const isSelected = selection.alternatives.length > 0;
  return {
    run: toRun(opening, { ...place, reader }, rewrite),
    readOutsideGit: (): Promise<OutsideGit> =>
      listOutsideGit({
        store: place.store,
        accounts,
        environment,
        entries: opening.accounts,
        narrowed: narrowed ?? (isSelected ? 'select' : null),
      }),
  };
}

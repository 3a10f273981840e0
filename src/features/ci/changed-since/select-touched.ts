import type { CommandContext } from '../../../app/context.ts';
import type { ProjectContext } from '../../../app/project/open-project.ts';
import { openProjectFiles } from '../../../app/project/project-files.ts';
import type { SinceNote } from '../../../model/report/untracked-accounts.ts';
import { listTouched } from './list-touched.ts';
import { openChanges } from './open-changes.ts';

/** Project narrowed to the accounts affected since a commit; the others count as skipped. */
export type TouchedProject = {
  readonly project: ProjectContext;
  /** Null when every selected account is included. */
  readonly since: SinceNote | null;
  /** Keys of the accounts left out. */
  readonly untouched: readonly string[];
};

/**
 * Narrows a project to the accounts affected since a commit. Throws `OperationalError` where git
 * fails.
 */
export async function selectTouched(
  context: CommandContext,
  given: ProjectContext,
  ref: string | undefined,
): Promise<TouchedProject> {
  if (ref === undefined) return { project: given, since: null, untouched: [] };
  const { root, environment, project, selected, selection, accounts, diagnostics } = given;
  const changes = await openChanges(root, ref, context.environment);
  const touched = await listTouched(changes, {
    files: openProjectFiles(root),
    folders: project.folders,
    environment,
    environments: project.environments,
    selection,
    entries: selected.entries,
    accounts,
  });
  const { entries, untouched } = touched;
  return {
    project: {
      ...given,
      selected: { entries, skipped: selected.skipped + untouched.length },
      named: untouched.length === 0 ? given.named : entries.length,
      diagnostics: [...diagnostics, ...touched.diagnostics],
    },
    since: touched.note,
    untouched: untouched.map(({ key }) => key),
  };
}

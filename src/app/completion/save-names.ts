import { readFile } from 'node:fs/promises';
import type { IndexedProject } from '../../engine/index/index-manifests.ts';
import { writeFileAtomically } from '../../kit/files/write-file.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import type { SavedCatalogs } from '../../model/live/saved-catalog.ts';
import type { CommandContext } from '../context.ts';
import { isCi } from '../ports/operator-bounds.ts';
import { makeOwnFolder } from '../project/make-own-folder.ts';
import { resolveOwnPath } from '../project/resolve-own-path.ts';
import { catalogNamesFile, projectNamesFile } from './completion-names.ts';

type Place = {
  readonly context: Pick<CommandContext, 'terminal' | 'environment'>;
  readonly directory: string;
};

/** Saves the names of a project that was read as a whole, for completion. */
export async function saveProjectNames(place: Place, walked: IndexedProject): Promise<void> {
  const { project } = walked;
  if (project === null || !isForPerson(place)) return;
  const { formatProjectNames } = await import('./format-names.ts');
  await save(place, projectNamesFile, formatProjectNames({ ...walked, project }));
}

/** The same of the saved catalogs. */
export async function saveCatalogNames(place: Place, catalogs: SavedCatalogs): Promise<void> {
  if (catalogs.size === 0 || !isForPerson(place)) return;
  const { formatCatalogNames } = await import('./format-names.ts');
  await save(place, catalogNamesFile, formatCatalogNames(catalogs));
}

// Only a person at a terminal completes words: scripts, CI and controllers write nothing.
function isForPerson({ context: { terminal, environment } }: Place): boolean {
  return (terminal.isScreen || terminal.progress === 'screen') && !isCi(environment);
}

async function save({ directory }: Place, file: string, text: string): Promise<void> {
  try {
    await makeOwnFolder(directory, file);
    const path = resolveOwnPath(directory, file);
    if ((await readFile(path, 'utf8').catch(() => null)) === text) return;
    await writeFileAtomically({ path, text, mode: 0o600 });
  } catch (error) {
    // A folder that cannot be written has no completion of names; the command is not about it.
    if (!(error instanceof OperationalError)) throw error;
  }
}

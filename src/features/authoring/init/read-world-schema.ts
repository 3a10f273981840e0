import { openProjectFiles, readOwnText } from '../../../app/project/project-files.ts';
import { readEditorSchema } from '../../../app/project/read-editor-schema.ts';
import { loadScaffold, withScaffold } from './check-scaffold.ts';
import type { ScaffoldFile } from './scaffold.ts';

/**
 * Reads the schema of accounts with the names of the world of a new project; null for a world with
 * mistakes, which was in the folder before.
 */
export async function readWorldSchema(
  directory: string,
  written: readonly ScaffoldFile[],
): Promise<string | null> {
  const folder = openProjectFiles(directory);
  const { project, index, blueprints } = await loadScaffold(written, folder);
  if (project === null) return null;
  const texts = new Map(written.map(({ path, text }) => [path, text]));
  const made = await readEditorSchema({
    files: withScaffold(written, folder),
    readWorld: async (file) => texts.get(file) ?? readOwnText(directory, file),
    project,
    accounts: index.accounts,
    blueprints,
    saved: new Map(),
  });
  return made.kind === 'schema' ? made.text : null;
}

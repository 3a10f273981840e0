import { mostSchemaBytes } from '../../engine/catalog/editor/format-account-schema.ts';
import type { ReadProblem } from '../../kit/files/folder.ts';
import { withLineEnds } from '../../kit/files/read-text.ts';
import { isSameJson } from '../../kit/json/canonical-json.ts';
import { isJsonObject, isWithinLevels, parseJsonText } from '../../kit/json/json.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { toSchemaFile } from '../../model/manifest/manifest.ts';
import { openManifestFiles } from './open-manifest-files.ts';
import { openProjectFiles, readOwnText, readSchema } from './project-files.ts';
import { type CataloguedProject, readEditorSchema } from './read-editor-schema.ts';

/** The schema of accounts that the editors of a project read. */
export const editorSchemaFile = toSchemaFile('account');

/** Deeper files are none of ours. */
const mostLevels = 100;

/** State of it after a save or a check. */
export type EditorSchemaState =
  /** The project has none: its editors read another one, or none. */
  | 'none'
  | 'current'
  | 'stale'
  | 'written'
  /** Not a schema of ours; it is left as it is, as in the next cases. */
  | 'foreign'
  | 'unreadable'
  | 'too-large'
  /** A world has mistakes. */
  | 'refused';

/**
 * Brings the schema of a project up to date with its catalogs, or only compares it. Creates none. A
 * formatter may have changed how it looks. Throws `OperationalError`.
 */
export async function updateEditorSchema(
  directory: string,
  known: Pick<CataloguedProject, 'project' | 'accounts' | 'saved' | 'blueprints'>,
  isCheck: boolean,
): Promise<EditorSchemaState> {
  const files = openProjectFiles(directory);
  const reading = await files.read(editorSchemaFile, 2 * mostSchemaBytes);
  if (!reading.ok) return toState(reading.problem);
  const present = parseJsonText(reading.text);
  const published = parseJsonText(await readSchema('account'));
  const isOurs =
    isJsonObject(present) &&
    isJsonObject(published) &&
    present.$id === published.$id &&
    isWithinLevels(present, mostLevels);
  if (!isOurs) return 'foreign';
  const readWorld = (file: string) => readOwnText(directory, file);
  const made = await readEditorSchema({ ...known, files, readWorld });
  if (made.kind === 'no-catalog') return 'none';
  if (made.kind !== 'schema') return made.kind;
  if (isSameJson(present, parseJsonText(made.text))) return 'current';
  if (isCheck) return 'stale';
  const before = reading.hasMark === true ? `\ufeff${reading.text}` : reading.text;
  const text = withLineEnds(made.text, before);
  if (await openManifestFiles(directory).replace(editorSchemaFile, { before, text }))
    return 'written';
  throw new OperationalError(`${editorSchemaFile} is a link, or changed while it was written`, {
    remedy: 'Replace a link with a file, and run the command again.',
  });
}

function toState(problem: ReadProblem): EditorSchemaState {
  switch (problem) {
    case 'missing':
      return 'none';
    case 'binary':
    case 'too-large':
      return 'foreign';
    default:
      return 'unreadable';
  }
}

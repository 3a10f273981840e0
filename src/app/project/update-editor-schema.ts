import { mostSchemaBytes } from '../../engine/catalog/editor/format-editor-schema.ts';
import type { ReadProblem } from '../../kit/files/folder.ts';
import { withLineEnds } from '../../kit/files/read-text.ts';
import { isSameJson } from '../../kit/json/canonical-json.ts';
import { isJsonObject, isWithinLevels, parseJsonText } from '../../kit/json/json.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { toSchemaFile } from '../../model/manifest/manifest.ts';
import { openManifestFiles } from './open-manifest-files.ts';
import { openProjectFiles, readOwnText, readSchema } from './project-files.ts';
import {
  type CataloguedProject,
  type EditorSchema,
  readEditorSchema,
  readFleetSchema,
  toEditorSchema,
} from './read-editor-schema.ts';

/** Kinds of files whose schema has names of the project. */
export const editorKinds = ['account', 'fleet'] as const;

type EditorKind = (typeof editorKinds)[number];

/** Deeper files are none of ours. */
const mostLevels = 100;

/** State of a schema after a save or a check. */
export type EditorSchemaState =
  /** The project has no such file: its editors read another one, or none. */
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

/** State of each schema after a save or a check. */
export type EditorSchemas = Readonly<Record<EditorKind, EditorSchemaState>>;

type KnownProject = Pick<CataloguedProject, 'project' | 'accounts' | 'saved' | 'blueprints'>;

/**
 * Brings the schemas of a project up to date with its catalogs and blueprints, or only compares them.
 * Creates none. A formatter may have changed how they look. Throws `OperationalError`.
 */
export async function updateEditorSchemas(
  directory: string,
  known: KnownProject,
  isCheck: boolean,
): Promise<EditorSchemas> {
  const files = openProjectFiles(directory);
  const readWorld = (file: string) => readOwnText(directory, file);
  return {
    account: await updateSchema({ directory, kind: 'account', isCheck }, () =>
      readEditorSchema({ ...known, files, readWorld }),
    ),
    fleet: await updateSchema({ directory, kind: 'fleet', isCheck }, async () =>
      toEditorSchema(await readFleetSchema(known.blueprints)),
    ),
  };
}

type SchemaUpdate = {
  readonly directory: string;
  readonly kind: EditorKind;
  readonly isCheck: boolean;
};

async function updateSchema(
  { directory, kind, isCheck }: SchemaUpdate,
  make: () => Promise<EditorSchema>,
): Promise<EditorSchemaState> {
  const path = toSchemaFile(kind);
  const reading = await openProjectFiles(directory).read(path, 2 * mostSchemaBytes);
  if (!reading.ok) return toState(reading.problem);
  const present = parseJsonText(reading.text);
  const published = parseJsonText(await readSchema(kind));
  const isOurs =
    isJsonObject(present) &&
    isJsonObject(published) &&
    present.$id === published.$id &&
    isWithinLevels(present, mostLevels);
  if (!isOurs) return 'foreign';
  const made = await make();
  if (made.kind === 'no-catalog') return 'none';
  if (made.kind !== 'schema') return made.kind;
  if (isSameJson(present, parseJsonText(made.text))) return 'current';
  if (isCheck) return 'stale';
  const before = reading.hasMark === true ? `\ufeff${reading.text}` : reading.text;
  const text = withLineEnds(made.text, before);
  if (await openManifestFiles(directory).replace(path, { before, text })) return 'written';
  throw new OperationalError(`${path} is a link, or changed while it was written`, {
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

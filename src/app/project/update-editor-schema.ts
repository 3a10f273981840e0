import { mostSchemaBytes } from '../../engine/catalog/editor/format-editor-schema.ts';
import type { ReadProblem } from '../../kit/files/folder.ts';
import { withLineEnds } from '../../kit/files/read-text.ts';
import { isSameJson } from '../../kit/json/canonical-json.ts';
import { isJsonObject, isWithinLevels, parseJsonText } from '../../kit/json/json.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { type SchemaKind, toSchemaFile } from '../../model/manifest/manifest.ts';
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
  const compared = await compareSchema(directory, kind, make);
  if (typeof compared === 'string') return compared;
  if (isCheck) return 'stale';
  const path = toSchemaFile(kind);
  if (await openManifestFiles(directory).replace(path, compared)) return 'written';
  throw new OperationalError(`${path} is a link, or changed while it was written`, {
    remedy: 'Replace a link with a file, and run the command again.',
  });
}

/** Text of a file before and after. */
export type StaleSchema = { readonly before: string; readonly text: string };

/** Compares the schema of a project with the one that it must have; only one of ours is stale. */
export async function compareSchema(
  directory: string,
  kind: SchemaKind,
  make: () => Promise<EditorSchema>,
): Promise<StaleSchema | Exclude<EditorSchemaState, 'stale' | 'written'>> {
  const reading = await openProjectFiles(directory).read(toSchemaFile(kind), 2 * mostSchemaBytes);
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
  const before = reading.hasMark === true ? `\ufeff${reading.text}` : reading.text;
  return { before, text: withLineEnds(made.text, before) };
}

function toState(problem: ReadProblem): 'none' | 'foreign' | 'unreadable' {
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

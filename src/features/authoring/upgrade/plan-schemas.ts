import { openProjectFiles, readOwnText, readSchema } from '../../../app/project/project-files.ts';
import {
  type EditorSchema,
  readEditorSchema,
  readFleetSchema,
  toEditorSchema,
} from '../../../app/project/read-editor-schema.ts';
import { compareSchema } from '../../../app/project/update-editor-schema.ts';
import { loadCatalogs } from '../../../engine/catalog/load-catalogs.ts';
import type { IndexedProject } from '../../../engine/index/index-manifests.ts';
import { type SchemaKind, toSchemaFile } from '../../../model/manifest/manifest.ts';
import type { Project } from '../../../model/manifest/project.ts';
import { readPresentFile } from '../init/make-files-plan.ts';
import { listSchemaKinds } from '../init/make-scaffold-files.ts';
import type { SettingsParts } from './plan-settings.ts';
import { makeUnchanged, type UpgradedFile } from './upgraded-file.ts';

type SchemaProject = {
  readonly directory: string;
  readonly project: Project;
  readonly walked: IndexedProject;
};

/** Plans each schema of a project, as `catalog save` writes them. Throws `OperationalError`. */
export async function planSchemas(
  project: SchemaProject,
  { base, next }: SettingsParts,
): Promise<readonly UpgradedFile[]> {
  const known = base === null ? [] : listSchemaKinds(base.schemas);
  const files: UpgradedFile[] = [];
  for (const kind of listSchemaKinds(next.schemas)) {
    const path = toSchemaFile(kind);
    const present = await readPresentFile(project.directory, path);
    if (present !== null) files.push(await planPresent(project, kind, present.mode));
    else if (known.includes(kind)) files.push(makeUnchanged(path, 'missing'));
    else files.push(await planNew(project, kind));
  }
  const isWithout = files.every(({ did }) => did === 'written' || did === 'missing');
  // People who removed all of them want no new one.
  return isWithout ? files.map(({ path }) => makeUnchanged(path, 'missing')) : files;
}

async function planNew(project: SchemaProject, kind: SchemaKind): Promise<UpgradedFile> {
  const made = await makeSchema(project, kind);
  const text = made.kind === 'schema' ? made.text : await readSchema(kind);
  return {
    ...makeUnchanged(toSchemaFile(kind), 'written'),
    write: { text, before: null },
  };
}

async function planPresent(
  project: SchemaProject,
  kind: SchemaKind,
  mode: number,
): Promise<UpgradedFile> {
  const path = toSchemaFile(kind);
  const compared = await compareSchema(project.directory, kind, () => makeSchema(project, kind));
  if (compared === 'current') return makeUnchanged(path, 'current');
  // Its names cannot be known until a world or a catalog is fixed.
  if (compared === 'refused') return makeUnchanged(path, 'unread');
  if (compared === 'too-large') return makeUnchanged(path, 'changed');
  if (typeof compared === 'string') return makeUnchanged(path, 'foreign');
  const { text, before } = compared;
  return { ...makeUnchanged(path, 'refreshed'), write: { text, before: { text: before, mode } } };
}

async function makeSchema(
  { directory, project, walked: { index, blueprints } }: SchemaProject,
  kind: SchemaKind,
): Promise<EditorSchema> {
  const published = toEditorSchema(await readSchema(kind));
  if (kind === 'fleet') return toEditorSchema(await readFleetSchema(blueprints));
  if (kind !== 'account') return published;
  const files = openProjectFiles(directory);
  const loaded = await loadCatalogs(files);
  const parsed = loaded?.parsed ?? null;
  if (parsed !== null && parsed.kind !== 'catalogs')
    return { kind: 'refused', diagnostics: [parsed.diagnostic] };
  const saved = parsed?.catalogs ?? new Map();
  const readWorld = (file: string) => readOwnText(directory, file);
  const { accounts } = index;
  const made = await readEditorSchema({ files, readWorld, project, accounts, blueprints, saved });
  return made.kind === 'no-catalog' ? published : made;
}

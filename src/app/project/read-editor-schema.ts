import {
  formatEditorSchema,
  mostSchemaBytes,
} from '../../engine/catalog/editor/format-editor-schema.ts';
import { makeAccountSchema } from '../../engine/catalog/editor/make-account-schema.ts';
import { makeFleetSchema } from '../../engine/catalog/editor/make-fleet-schema.ts';
import { listUsed } from '../../engine/catalog/list-used.ts';
import { readLiveCatalog } from '../../engine/catalog/read-live-catalog.ts';
import { withOpened } from '../../kit/tasks/with-opened.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { SavedCatalog, SavedCatalogs } from '../../model/live/saved-catalog.ts';
import type { Blueprint } from '../../model/manifest/blueprint.ts';
import type { AccountEntry } from '../../model/manifest/manifest.ts';
import type { Project } from '../../model/manifest/project.ts';
import type { Files } from '../../model/ports.ts';
import type { OpenedWorlds } from '../ports/worlds/open-worlds.ts';
import { readSchema } from './project-files.ts';

/** A project with its saved catalogs. */
export type CataloguedProject = {
  /** Files of the project, also some that are not written yet. */
  readonly files: Files;
  /** Reads a world. Throws `OperationalError`. */
  readonly readWorld: (file: string) => Promise<string>;
  readonly project: Project;
  readonly accounts: readonly AccountEntry[];
  readonly blueprints: ReadonlyMap<string, Blueprint>;
  readonly saved: SavedCatalogs;
};

/** A schema as JSON; refused where a world has mistakes. */
export type EditorSchema =
  | { readonly kind: 'schema'; readonly text: string }
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: 'no-catalog' }
  /** Larger than an editor should read. */
  | { readonly kind: 'too-large' };

/**
 * Reads the schema of accounts with the names and values of the project: of saved catalogs, of the
 * worlds of embedded services that are not saved, and of manifests.
 */
export async function readEditorSchema(known: CataloguedProject): Promise<EditorSchema> {
  const { project, saved } = known;
  const { catalogs: worlds, diagnostics } = await readWorlds(known);
  if (diagnostics.length > 0) return { kind: 'refused', diagnostics };
  const catalogs = new Map(
    [...worlds, ...saved].filter(([name]) => project.environments.has(name)),
  );
  if (catalogs.size === 0) return { kind: 'no-catalog' };
  const published = JSON.parse(await readSchema('account')) as Readonly<Record<string, unknown>>;
  const schema = makeAccountSchema(published, {
    catalogs,
    keys: await readKeys(known),
    blueprints: known.blueprints,
  });
  return toEditorSchema(formatEditorSchema(schema));
}

/** Makes the schema of fleets with the blueprints of the project. */
export async function readFleetSchema(blueprints: ReadonlyMap<string, Blueprint>): Promise<string> {
  return formatEditorSchema(makeFleetSchema(JSON.parse(await readSchema('fleet')), blueprints));
}

/** Takes a schema, unless it is too large for an editor. */
export function toEditorSchema(text: string): EditorSchema {
  return Buffer.byteLength(text) > mostSchemaBytes
    ? { kind: 'too-large' }
    : { kind: 'schema', text };
}

async function readWorlds({
  readWorld,
  project,
  saved,
}: CataloguedProject): Promise<Pick<OpenedWorlds, 'diagnostics'> & { catalogs: SavedCatalogs }> {
  const environments = [...project.environments.values()];
  const local = environments.filter(
    ({ name, service }) => service.kind === 'emulator' && !saved.has(name),
  );
  if (local.length === 0) return { diagnostics: [], catalogs: new Map() };
  const { openWorlds } = await import('../ports/worlds/open-worlds.ts');
  return withOpened(openWorlds(project, readWorld), async (worlds) => {
    const read = new Map<string, SavedCatalog>();
    for (const { name, templates } of local) {
      const source = worlds.catalogs.get(name);
      const answer = source === undefined ? null : await readLiveCatalog(source, 'all', templates);
      if (answer?.ok === true) read.set(name, answer.value);
    }
    return { diagnostics: worlds.diagnostics, catalogs: read };
  });
}

async function readKeys({
  files,
  project: { environments },
  accounts,
}: CataloguedProject): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const found = new Map<string, ReadonlySet<string>>();
  for (const environment of environments.keys()) {
    const { keys } = await listUsed(files, { environment, environments, accounts });
    for (const [key, names] of keys) found.set(key, new Set([...(found.get(key) ?? []), ...names]));
  }
  return found;
}

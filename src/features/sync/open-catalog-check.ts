import type { OpenedWorlds } from '../../app/ports/worlds/open-worlds.ts';
import { readOwnText } from '../../app/project/project-files.ts';
import { loadCatalogs } from '../../engine/catalog/load-catalogs.ts';
import type { ManifestCheck } from '../../engine/validate/validate-account.ts';
import type { Diagnostic } from '../../model/diagnostic/diagnostic.ts';
import type { SavedCatalogs } from '../../model/live/saved-catalog.ts';
import type { Project } from '../../model/manifest/project.ts';
import type { Files } from '../../model/ports.ts';

/** The judgement of manifests by the catalogs that a project has offline. */
export type CatalogCheck = {
  /** The catalogs of catalog.json; none without it. */
  readonly saved: SavedCatalogs;
  /** Makes the check of each manifest, after it opened the worlds. */
  readonly makeCheck: (project: Project) => Promise<ManifestCheck>;
  /** Lists the mistakes of catalog.json and of worlds, after the manifests were checked. */
  readonly listDiagnostics: () => readonly Diagnostic[];
  /** Returns whether a manifest was found wrong by catalog.json. */
  readonly hasFound: () => boolean;
  close(): Promise<void>;
};

/**
 * Opens catalog.json and the worlds of embedded services. Imports the judgement and the emulator
 * only for projects that have either.
 */
export async function openCatalogCheck(
  files: Files,
  directory: string,
  allowsEdited: boolean,
): Promise<CatalogCheck> {
  const loaded = await loadCatalogs(files);
  const parsed = loaded?.parsed ?? null;
  const saved: SavedCatalogs = parsed?.kind === 'catalogs' ? parsed.catalogs : new Map();
  const diagnostics: Diagnostic[] =
    parsed === null || parsed.kind === 'catalogs' ? [] : [parsed.diagnostic];
  let worlds: OpenedWorlds | null = null;
  let found = 0;
  return {
    saved,
    makeCheck: async (project) => {
      worlds = await openOwnWorlds(directory, project);
      diagnostics.push(...(worlds?.diagnostics ?? []));
      const local = worlds?.catalogs ?? new Map();
      if (saved.size + local.size === 0) return async () => [];
      const { checkSavedEnvironments, makeCatalogCheck } = await import(
        '../../engine/catalog/make-catalog-check.ts'
      );
      diagnostics.push(...checkSavedEnvironments(saved, project));
      const check = makeCatalogCheck(files, project, { saved, local, allowsEdited });
      return async (interpolated) => {
        const mistakes = await check(interpolated);
        found += mistakes.length;
        return mistakes;
      };
    },
    listDiagnostics: () => diagnostics,
    hasFound: () => saved.size > 0 && found > 0,
    close: async () => worlds?.close(),
  };
}

async function openOwnWorlds(directory: string, project: Project): Promise<OpenedWorlds | null> {
  const services = [...project.environments.values()].map(({ service }) => service.kind);
  if (!services.includes('emulator')) return null;
  const { openWorlds } = await import('../../app/ports/worlds/open-worlds.ts');
  return openWorlds(project, (file) => readOwnText(directory, file));
}

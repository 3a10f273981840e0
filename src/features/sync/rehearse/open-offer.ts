import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import type { RehearsalSources } from '../../../app/ports/rehearsal/open-rehearsal-sources.ts';
import type { SeedWorld } from '../../../app/ports/rehearsal/service-seed.ts';
import type { ProjectRequest } from '../../../app/project/open-project.ts';
import { openProjectFiles } from '../../../app/project/project-files.ts';
import { loadCatalogs } from '../../../engine/catalog/load-catalogs.ts';
import type { RehearsalFrame } from './rehearsal.ts';
import { makeCatalogWorld } from './seed/make-catalog-world.ts';

/** Connectors and templates of a service, and where they are from. */
export type Offered = {
  readonly world: SeedWorld;
  readonly catalog: RehearsalFrame['catalog'];
};

/** Opens what the service of an environment offers: its world, else catalog.json, else nothing. */
export async function openOffer(
  { context, options, project }: ProjectRequest,
  { world }: Pick<RehearsalSources, 'world'>,
): Promise<Offered> {
  if (world !== null) return { world, catalog: 'world' };
  const loaded = await loadCatalogs(openProjectFiles(options.directory));
  const parsed = loaded?.parsed;
  if (parsed?.kind === 'wrong')
    await printDiagnostics(context, options.directory, [
      { ...parsed.diagnostic, severity: 'warning' },
    ]);
  const { name, templates } = project.environment;
  const saved = parsed?.kind === 'catalogs' ? parsed.catalogs.get(name) : undefined;
  if (saved === undefined) return { world: { connectors: [], templates: [] }, catalog: 'records' };
  return { world: makeCatalogWorld(saved, templates), catalog: 'catalog.json' };
}

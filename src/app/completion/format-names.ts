import type { IndexedProject } from '../../engine/index/index-manifests.ts';
import type { SavedCatalogs } from '../../model/live/saved-catalog.ts';
import type { AddressNames } from '../../model/manifest/manifest.ts';
import type { Project } from '../../model/manifest/project.ts';
import type { CatalogNames, ProjectHead } from './completion-names.ts';

type Walked = Pick<IndexedProject, 'index' | 'fleets' | 'blueprints'> & {
  readonly project: Project;
};

/**
 * Formats the names of a project: a line with those of all accounts, a line per account with the
 * number of its names' line, and these, once for all accounts that share them.
 */
export function formatProjectNames({ project, index, fleets, blueprints }: Walked): string {
  const entries = [...index.accounts, ...index.refused];
  const accounts = new Map(entries.map(({ key, addressNames = null }) => [key, addressNames]));
  const shared = [...new Set(accounts.values())];
  const named = shared.flatMap((names) => names ?? []);
  const head: ProjectHead = {
    format: 1,
    environments: [...project.environments.keys()],
    fleets: toSorted(fleets.map(({ name }) => name)),
    blueprints: toSorted([...blueprints.keys()]),
    cycles: toSorted(named.flatMap(({ cycles }) => cycles.map(({ key }) => key))),
    connectors: toSorted(
      named.flatMap(({ connectors }) => connectors.flatMap(({ name }) => name ?? [])),
    ),
    templates: toSorted(
      named.flatMap(({ cycles }) => cycles.flatMap(({ template }) => template ?? [])),
    ),
    accounts: accounts.size,
  };
  const lineOf = new Map<AddressNames | null, number>(
    shared.map((names, position) => [names, 1 + accounts.size + position]),
  );
  const rows = toSorted([...accounts.keys()]).map(
    (key) => `${key}\t${lineOf.get(accounts.get(key) ?? null)}`,
  );
  return [head, ...rows, ...shared]
    .map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
    .join('\n');
}

/** Formats the names of saved catalogs, of all environments together. */
export function formatCatalogNames(catalogs: SavedCatalogs): string {
  const each = [...catalogs.values()];
  const names: CatalogNames = {
    connectors: toSorted(each.flatMap(({ connectors }) => connectors.map(({ name }) => name))),
    templates: toSorted(each.flatMap(({ templates }) => templates.map(({ name }) => name))),
  };
  return JSON.stringify(names);
}

function toSorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].toSorted();
}

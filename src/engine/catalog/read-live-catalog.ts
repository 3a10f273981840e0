import { type Answer, type ApiFailure, isMissing } from '../../model/diagnostic/api-failure.ts';
import {
  type ConnectorRelease,
  findLatestRelease,
  type RemoteId,
  type TemplateShape,
} from '../../model/live/live.ts';
import type { ConnectorMethod } from '../../model/live/method.ts';
import type {
  CatalogSource,
  SavedCatalog,
  SavedRelease,
  SavedTemplate,
} from '../../model/live/saved-catalog.ts';
import { openCatalog } from '../live/open-catalog.ts';
import { readMethods } from '../live/read-releases.ts';
import type { UsedNames } from './list-used.ts';
import { selectNamedReleases, toSavedRelease, toSavedTemplate } from './make-saved-catalog.ts';

/** A part of the catalog that could not be read. */
export type Unread = { readonly ok: false; readonly what: string; readonly failure: ApiFailure };

/** Names to read in full: those that manifests use, or all of a service in this process. */
export type WantedNames = Pick<UsedNames, 'templates' | 'connectors'> | 'all';

/**
 * Reads the catalog to save: the two lists, one export per used template, and one list of methods
 * per used release. Nothing else is read.
 */
export async function readLiveCatalog(
  service: CatalogSource,
  used: WantedNames,
  templateIds: ReadonlyMap<string, RemoteId>,
): Promise<{ readonly ok: true; readonly value: SavedCatalog } | Unread> {
  const reader = withListedOnce(service);
  const catalog = await openCatalog(reader, templateIds)(null);
  if (!catalog.ok) return toUnread('catalog', catalog.failure);
  const { releases, templates, areTemplatesListed } = catalog.value;

  const offered = selectNamedReleases(releases);
  const wanted = listWanted(offered, used);
  const connectors: SavedRelease[] = [];
  for (const release of offered) {
    const { name } = release;
    if (used !== 'all' && !used.connectors.has(name))
      connectors.push(toSavedRelease(release, 'name'));
    else if (!wanted.has(release.id)) connectors.push(toSavedRelease(release, { methods: null }));
    else {
      const read = await readMethods(reader, { kind: 'release', id: release.id }, null);
      const methods = orMissing(read);
      if (!methods.ok) return toUnread(`list of methods of ${name}`, methods.failure);
      connectors.push(toSavedRelease(release, { methods: methods.value }));
    }
  }

  const saved: SavedTemplate[] = [];
  for (const template of templates) {
    const isUsed = used === 'all' || used.templates.has(template.name);
    const shape = isUsed ? orMissing(await reader.exportTemplate(template.id)) : unknown;
    if (!shape.ok) return toUnread(`template ${template.name}`, shape.failure);
    saved.push(toSavedTemplate(template, shape.value, releases));
  }
  return {
    ok: true,
    value: {
      areTemplatesListed,
      connectors,
      templates: saved,
    },
  };
}

// A catalog is read through any account, and the list of accounts may be long.
function withListedOnce(service: CatalogSource): CatalogSource {
  let listed: ReturnType<CatalogSource['listAccounts']> | null = null;
  const listAccounts = () => {
    listed ??= service.listAccounts();
    return listed;
  };
  return { ...service, listAccounts };
}

const unknown: Answer<TemplateShape | null> = { ok: true, value: null };

/** The releases that a manifest installs: a named version, or the latest. */
function listWanted(
  offered: readonly ConnectorRelease[],
  used: WantedNames,
): ReadonlySet<RemoteId> {
  if (used === 'all') return new Set(offered.map(({ id }) => id));
  const { connectors } = used;
  const found = [...connectors].flatMap(([name, versions]) => {
    const named = offered.filter((release) => release.name === name);
    return [...versions].flatMap(
      (version) =>
        findLatestRelease(
          named.filter((release) => version === null || release.version === version),
        ) ?? [],
    );
  });
  return new Set(found.map(({ id }) => id));
}

// A part that the service does not offer stays unknown; a failed read is no catalog.
function orMissing<T extends TemplateShape | readonly ConnectorMethod[]>(
  answer: Answer<T>,
): Answer<T | null> {
  return !answer.ok && isMissing(answer.failure) ? { ok: true, value: null } : answer;
}

function toUnread(what: string, failure: ApiFailure): Unread {
  return { ok: false, what, failure };
}

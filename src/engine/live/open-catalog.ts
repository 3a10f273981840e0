import type { Answer } from '../../model/diagnostic/api-failure.ts';
import type { RemoteId, TemplateItem } from '../../model/live/live.ts';
import type { Catalog } from '../../model/live/reading.ts';
import type { CatalogSource } from '../../model/live/saved-catalog.ts';
import { readReleases } from './read-releases.ts';

/**
 * Returns the catalog, and reads it at the first call. `through` is an existing account, if one is
 * known.
 */
export type CatalogReader = (through: RemoteId | null) => Promise<Answer<Catalog>>;

/**
 * Opens the catalog and templates, read once per run at the first need. A failed read is repeated.
 * `templateIds` of the environment replace the templates of a service that does not list them.
 */
export function openCatalog(
  reader: CatalogSource,
  templateIds: ReadonlyMap<string, RemoteId>,
): CatalogReader {
  let pending: Promise<Answer<Catalog>> | null = null;
  return async (through) => {
    pending ??= readCatalog(reader, templateIds, through);
    const answer = await pending;
    if (!answer.ok) pending = null;
    return answer;
  };
}

/**
 * Refuses the catalog while the account does not exist, because only an existing account can read
 * it; a plan made so is applied so.
 */
export function withExistingAccountOnly(open: CatalogReader): CatalogReader {
  return async (through) => {
    if (through !== null) return open(through);
    const request = { method: 'GET', path: '/connectors', account: null };
    return { ok: false, failure: { kind: 'unauthorized', request, tries: 0, message: '' } };
  };
}

async function readCatalog(
  reader: CatalogSource,
  templateIds: ReadonlyMap<string, RemoteId>,
  through: RemoteId | null,
): Promise<Answer<Catalog>> {
  const [releases, listed] = await Promise.all([
    readReleases(reader, through),
    reader.listTemplates(),
  ]);
  const isListed = listed.ok || listed.failure.kind !== 'not-offered';
  const templates = isListed ? listed : { ok: true as const, value: nameTemplates(templateIds) };
  if (!releases.ok) return releases;
  if (!templates.ok) return templates;
  return {
    ok: true,
    value: {
      releases: releases.value,
      templates: templates.value,
      areTemplatesListed: isListed,
      readTemplateShape: askOnce((template) => reader.exportTemplate(template)),
      readMethods: askOnce((id) => reader.listMethods({ kind: 'release', id }, through)),
    },
  };
}

function askOnce<T>(
  ask: (id: RemoteId) => Promise<Answer<T>>,
): (id: RemoteId) => Promise<Answer<T>> {
  const answers = new Map<RemoteId, Promise<Answer<T>>>();
  return (id) => {
    const known = answers.get(id);
    if (known !== undefined) return known;
    const asked = ask(id);
    answers.set(id, asked);
    return asked;
  };
}

function nameTemplates(ids: ReadonlyMap<string, RemoteId>): TemplateItem[] {
  return [...ids].map(([name, id]) => ({
    id: id.toLowerCase(),
    name,
    description: null,
    tags: [],
    connectors: [],
  }));
}

import { readMethods, readReleases } from '../../../engine/live/read-releases.ts';
import { formatNearest } from '../../../kit/text/nearest.ts';
import {
  type ApiFailure,
  formatFailure,
  isNotOffered,
} from '../../../model/diagnostic/api-failure.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import {
  type ConnectorRelease,
  compareReleases,
  findLatestRelease,
} from '../../../model/live/live.ts';
import type { ConnectorMethod, MethodSource } from '../../../model/live/method.ts';
import type { ServiceReader } from '../../../model/ports.ts';
import type { CatalogConnector, CatalogResult, CatalogSearch } from './catalog-result.ts';

/** Requested part of the catalog. */
export type CatalogQuery = { readonly search: string | null } & (
  | { readonly kind: 'connectors' | 'templates' }
  /** Uses the latest release without a version. */
  | { readonly kind: 'methods'; readonly connector: string; readonly version: string | null }
);

type Refused = { readonly refused: readonly Diagnostic[] };

/** Reads a part of the catalog and filters it by the search, in the order of names. */
export async function readCatalog(
  reader: ServiceReader,
  question: CatalogQuery,
): Promise<CatalogSearch | Refused> {
  switch (question.kind) {
    case 'connectors':
      return readConnectors(reader, question.search);
    case 'templates':
      return readTemplates(reader, question.search);
    case 'methods':
      return readMethodsOf(reader, question);
  }
}

async function readConnectors(
  reader: ServiceReader,
  search: string | null,
): Promise<CatalogSearch | Refused> {
  const releases = await readReleases(reader, null);
  if (!releases.ok) return toUnread('catalog', releases.failure);
  const all = groupConnectors(releases.value);
  const connectors = all.filter((each) =>
    isMatch(search, [each.name, each.description, ...each.categories]),
  );
  return { result: { kind: 'connectors', connectors }, search, all: all.length };
}

function groupConnectors(releases: readonly ConnectorRelease[]): readonly CatalogConnector[] {
  const grouped = Map.groupBy(releases.toSorted(compareReleases), ({ name }) => name);
  const connectors = [...grouped.values()].flatMap((group) => {
    const latest = findLatestRelease(group);
    if (latest === null) return [];
    const { id: _id, version: _version, ...connector } = latest;
    const named = group.flatMap(({ version }) => (version === null ? [] : [version]));
    return [{ ...connector, versions: [...new Set(named)] }];
  });
  return connectors.toSorted(compareNames);
}

async function readTemplates(
  reader: ServiceReader,
  search: string | null,
): Promise<CatalogSearch | Refused> {
  const listed = await reader.listTemplates();
  if (!listed.ok) {
    const { refused } = toUnread('list of templates', listed.failure);
    return isNotOffered(listed) ? { refused: refused.map(withTemplateRemedy) } : { refused };
  }
  const templates = listed.value
    .filter((each) =>
      isMatch(search, [
        each.name,
        each.description,
        ...each.tags,
        ...each.connectors.map(({ name }) => name),
      ]),
    )
    .toSorted(compareNames);
  return { result: { kind: 'templates', templates }, search, all: listed.value.length };
}

async function readMethodsOf(
  reader: ServiceReader,
  question: Extract<CatalogQuery, { readonly kind: 'methods' }>,
): Promise<CatalogSearch | Refused> {
  const { connector, version, search } = question;
  const releases = await readReleases(reader, null);
  if (!releases.ok) return toUnread('catalog', releases.failure);
  const named = releases.value.filter(({ name }) => name === connector);
  const release = findLatestRelease(
    named.filter((each) => version === null || each.version === version),
  );
  if (release === null) return { refused: [reportUnknown(question, releases.value, named)] };
  const listed = await readMethods(reader, toMethodsOf(release, version), null);
  if (!listed.ok) return toUnread(`list of methods of ${connector}`, listed.failure);
  const methods = listed.value.filter((method) => isMatch(search, listWords(method)));
  const offer: CatalogResult = { kind: 'methods', connector, version: release.version, methods };
  return { result: offer, search, all: listed.value.length };
}

// The name-based lists are the latest release by the service's own judgement (SPEC 4.2). A name of
// digits would be taken for an id there.
function toMethodsOf(release: ConnectorRelease, version: string | null): MethodSource {
  return /^\d+$/.test(release.name)
    ? { kind: 'release', id: release.id }
    : { kind: 'latest', name: release.name, version };
}

function listWords(method: ConnectorMethod): readonly (string | null)[] {
  const items = [...method.parameters, ...method.fields, ...method.responses];
  return [method.name, method.description, method.category, ...items.map(({ name }) => name)];
}

/** Matches texts that contain the search text, ignoring case. */
function isMatch(search: string | null, texts: readonly (string | null)[]): boolean {
  if (search === null) return true;
  const wanted = search.toLowerCase();
  return texts.some((text) => text?.toLowerCase().includes(wanted) === true);
}

function reportUnknown(
  question: { readonly connector: string; readonly version: string | null },
  releases: readonly ConnectorRelease[],
  named: readonly ConnectorRelease[],
): Diagnostic {
  const { connector, version } = question;
  if (named.length > 0) {
    const versions = named.toSorted(compareReleases).map((each) => `"${each.version ?? ''}"`);
    return reportError('connector-version-unknown', {
      summary: `"${connector}" has no version "${version}"`,
      remedy: `Available versions: ${[...new Set(versions)].join(', ')}.`,
    });
  }
  const names = releases.map(({ name }) => name);
  return reportError('connector-unknown', {
    summary: `The catalog has no connector "${connector}"`,
    remedy: formatNearest(connector, names) ?? 'The catalog of this service is empty.',
  });
}

function toUnread(what: string, failure: ApiFailure): Refused {
  const summary = `The ${what} could not be read: ${formatFailure(failure)}`;
  return { refused: [reportError('unread', { summary })] };
}

function withTemplateRemedy(diagnostic: Diagnostic): Diagnostic {
  const remedy =
    'Find templates and their ids in the console, and name them in cyclectl.yaml: templates: {NAME: ID} in the environment.';
  return { ...diagnostic, remedy };
}

function compareNames(left: { readonly name: string }, right: { readonly name: string }): number {
  return left.name < right.name ? -1 : left.name > right.name ? 1 : 0;
}

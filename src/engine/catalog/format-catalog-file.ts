import { formatCanonicalJson } from '../../kit/json/canonical-json.ts';
import { formatReadableJson } from '../../kit/json/readable-json.ts';
import { compareTexts } from '../../kit/text/compare-texts.ts';
import {
  catalogFormat,
  type SavedCatalog,
  type SavedCatalogs,
  type SavedRelease,
  type SavedTemplate,
} from '../../model/live/saved-catalog.ts';

/** An entry of the file. `in` names its environments, if they are not all. */
export type Placed<T> = T & { readonly in?: readonly string[] };

/** The content of catalog.json. */
export type CatalogDocument = {
  readonly format: typeof catalogFormat;
  readonly environments: Readonly<Record<string, { readonly templatesListed?: false }>>;
  readonly connectors: readonly Placed<SavedRelease>[];
  readonly templates: readonly Placed<SavedTemplate>[];
};

/**
 * Formats the catalogs of all environments as one file. Equal entries are written once, so that
 * the file shows where environments differ; the order of saving leaves no trace.
 */
export function formatCatalogFile(catalogs: SavedCatalogs): string {
  const names = [...catalogs.keys()].sort();
  const sections = names.map((name) => [name, catalogs.get(name)] as const);
  const place = <T extends SavedRelease | SavedTemplate>(
    select: (catalog: SavedCatalog) => readonly T[],
  ) => placeEntries(sections.map(([name, each]) => [name, each === undefined ? [] : select(each)]));
  const document: CatalogDocument = {
    format: catalogFormat,
    environments: Object.fromEntries(
      sections.map(([name, catalog]) => [
        name,
        catalog?.areTemplatesListed === false ? { templatesListed: false } : {},
      ]),
    ),
    connectors: place((catalog) => catalog.connectors),
    templates: place((catalog) => catalog.templates),
  };
  return formatReadableJson(document);
}

// Equal entries of one environment are several: such templates are ambiguous.
function placeEntries<T extends SavedRelease | SavedTemplate>(
  sections: readonly (readonly [environment: string, entries: readonly T[]])[],
): readonly Placed<T>[] {
  const found = new Map<string, { readonly entry: T; readonly text: string; in: string[] }>();
  for (const [environment, entries] of sections) {
    const counts = new Map<string, number>();
    for (const entry of entries) {
      const text = formatCanonicalJson(entry);
      const ordinal = (counts.get(text) ?? 0) + 1;
      counts.set(text, ordinal);
      const key = `${ordinal} ${text}`;
      const known = found.get(key);
      if (known === undefined) found.set(key, { entry, text, in: [environment] });
      else known.in.push(environment);
    }
  }
  return [...found.values()]
    .toSorted(
      (one, other) =>
        compareTexts(one.entry.name, other.entry.name) ||
        compareVersions(one.entry, other.entry) ||
        compareTexts(one.in.join(' '), other.in.join(' ')) ||
        compareTexts(one.text, other.text),
    )
    .map(({ entry, in: environments }) => {
      if (environments.length === sections.length) return entry;
      const { name, ...rest } = entry;
      const { version, ...more } = rest as Partial<SavedRelease>;
      return {
        name,
        ...(version === undefined ? {} : { version }),
        in: environments,
        ...more,
      } as unknown as Placed<T>;
    });
}

function compareVersions(one: object, other: object): number {
  const [left, right] = [readVersion(one), readVersion(other)];
  return left.localeCompare(right, 'en', { numeric: true }) || compareTexts(left, right);
}

function readVersion(entry: object): string {
  return 'version' in entry && typeof entry.version === 'string' ? entry.version : '';
}

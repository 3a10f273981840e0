import { compareTexts } from '../../../kit/text/compare-texts.ts';
import { compareReleases } from '../../../model/live/live.ts';
import type {
  SavedCatalogs,
  SavedItem,
  SavedMethod,
  SavedRelease,
  SavedStep,
  SavedTemplate,
} from '../../../model/live/saved-catalog.ts';

/** A connector of any environment. */
export type MergedConnector = {
  readonly name: string;
  /** Releases, latest first. */
  readonly releases: readonly SavedRelease[];
  /** The release of a manifest that names none; null if an environment knows only its name. */
  readonly latest: SavedRelease | null;
};

/** Catalog of all environments, because an editor does not know for which of them a line is. */
export type MergedCatalog = {
  readonly areTemplatesListed: boolean;
  readonly connectors: readonly MergedConnector[];
  readonly templates: readonly SavedTemplate[];
};

/**
 * Merges the catalogs of environments: a name is known if any has it, and what a thing consists of
 * is known only if all that have it know it.
 */
export function mergeCatalogs(catalogs: SavedCatalogs): MergedCatalog {
  const all = [...catalogs.values()];
  const connectors = Map.groupBy(
    all.flatMap((each) => each.connectors),
    ({ name }) => name,
  );
  const templates = Map.groupBy(
    all.flatMap((each) => each.templates),
    ({ name }) => name,
  );
  const indexed = all.map((each) => Map.groupBy(each.connectors, ({ name }) => name));
  return {
    areTemplatesListed: all.every((each) => each.areTemplatesListed),
    connectors: sortNames(
      [...connectors].map(([name, releases]) => mergeConnector(name, releases, indexed)),
    ),
    templates: sortNames([...templates.values()].flatMap(mergeTemplates)),
  };
}

function sortNames<T extends { readonly name: string }>(items: readonly T[]): readonly T[] {
  return items.toSorted((one, other) => compareTexts(one.name, other.name));
}

function mergeConnector(
  name: string,
  releases: readonly SavedRelease[],
  all: readonly ReadonlyMap<string, readonly SavedRelease[]>[],
): MergedConnector {
  const byVersion = Map.groupBy(releases, ({ version }) => version);
  const latest = all.flatMap((connectors) =>
    (connectors.get(name) ?? []).toSorted(compareVersions).slice(0, 1),
  );
  return {
    name,
    releases: [...byVersion.values()].flatMap(mergeReleases).toSorted(compareVersions),
    latest: mergeReleases(latest)[0] ?? null,
  };
}

function compareVersions(one: SavedRelease, other: SavedRelease): number {
  const toOrdered = ({ version }: SavedRelease) => ({ id: '0', version: version ?? null });
  return compareReleases(toOrdered(other), toOrdered(one));
}

function mergeReleases(releases: readonly SavedRelease[]): readonly SavedRelease[] {
  const [first] = releases;
  if (first === undefined) return [];
  const { name, version } = first;
  const head = { name, ...(version === undefined ? {} : { version }) };
  const properties = mergeKnown(
    releases.map((each) => each.properties),
    mergeItems,
  );
  if (properties === null) return [head];
  const signIns = Map.groupBy(
    releases.flatMap(({ authentications = [] }) => authentications),
    (each) => each.name,
  );
  const methods = mergeKnown(
    releases.map((each) => each.methods),
    mergeMethods,
  );
  return [
    {
      ...head,
      authentications: [...signIns.values()].flatMap((same) => same.slice(0, 1)),
      properties,
      ...(methods === null ? {} : { methods }),
    },
  ];
}

// Null if one of them is not known.
function mergeKnown<T>(
  lists: readonly (readonly T[] | undefined)[],
  merge: (lists: readonly (readonly T[])[]) => readonly T[],
): readonly T[] | null {
  const known = lists.flatMap((list) => (list === undefined ? [] : [list]));
  return known.length === lists.length ? merge(known) : null;
}

function mergeMethods(lists: readonly (readonly SavedMethod[])[]): readonly SavedMethod[] {
  const byName = Map.groupBy(lists.flat(), ({ name }) => name);
  return [...byName.values()].flatMap((same) => {
    const [first] = same;
    return first === undefined
      ? []
      : [{ ...first, parameters: mergeItems(same.map(({ parameters = [] }) => parameters)) }];
  });
}

function mergeTemplates(templates: readonly SavedTemplate[]): readonly SavedTemplate[] {
  const [first] = templates;
  if (first === undefined) return [];
  const tags = [...new Set(templates.flatMap((each) => each.tags ?? []))].sort();
  const head = { name: first.name, tags };
  const steps = mergeKnown(
    templates.map((each) => each.steps),
    mergeSteps,
  );
  if (steps === null) return [head];
  const variables = mergeItems(templates.map((each) => each.variables ?? []));
  return [{ ...head, steps, variables }];
}

function mergeSteps(lists: readonly (readonly SavedStep[])[]): readonly SavedStep[] {
  const byLabel = Map.groupBy(lists.flat(), ({ name, label = name }) => label);
  return [...byLabel.values()].flatMap((same): readonly SavedStep[] => {
    const [first] = same;
    if (first === undefined || same.length === 1) return same;
    return [
      {
        ...first,
        parameters: mergeItems(same.map(({ parameters = [] }) => parameters)),
        fields: mergeItems(same.map(({ fields = [] }) => fields)),
        responses: [...new Set(same.flatMap(({ responses = [] }) => responses))],
      },
    ];
  });
}

function mergeItems(lists: readonly (readonly SavedItem[])[]): readonly SavedItem[] {
  if (lists.length === 1) return lists[0] ?? [];
  const byName = Map.groupBy(lists.flat(), ({ name }) => name);
  return [...byName].map(([name, same]): SavedItem => {
    const [first] = same;
    const type = same.every((each) => each.type === first?.type) ? first?.type : undefined;
    const hasValues = same.every(({ values = [] }) => values.length > 0);
    const every = (key: 'required' | 'secret' | 'set') =>
      same.every((each) => each[key] === true) ? { [key]: true as const } : {};
    return {
      name,
      ...(type === undefined ? {} : { type }),
      ...every('required'),
      ...every('secret'),
      ...every('set'),
      ...(hasValues ? { values: [...new Set(same.flatMap(({ values = [] }) => values))] } : {}),
    };
  });
}

import type {
  SeedOffered,
  SeedRelease,
  SeedTemplate,
  SeedWorld,
} from '../../../../app/ports/rehearsal/service-seed.ts';
import { compareReleases } from '../../../../model/live/live.ts';
import type {
  SavedCatalog,
  SavedItem,
  SavedMethod,
  SavedRelease,
  SavedStep,
  SavedTemplate,
} from '../../../../model/live/saved-catalog.ts';
import { noVersion } from './offer.ts';

type WorldMethod = NonNullable<SeedRelease['methods']>[number];
type Parameter = NonNullable<WorldMethod['parameters']>[number];
type Property = NonNullable<SeedRelease['properties']>[number];
type Authentication = NonNullable<SeedOffered['authentication']>[number];

/** The text of a value that a template gives and no catalog has. */
const templateValue = 'given by the template';

/** Makes a service of a saved catalog. `ids` are those of templates that the project names. */
export function makeCatalogWorld(
  catalog: SavedCatalog,
  ids: ReadonlyMap<string, string>,
): SeedWorld {
  const byName = Map.groupBy(catalog.connectors, ({ name }) => name);
  const templates = catalog.templates.flatMap((template) => {
    const made = toTemplate(template, catalog, ids);
    return made === null ? [] : [made];
  });
  const used = new Map<string, WorldMethod[]>();
  for (const template of catalog.templates)
    for (const step of template.steps ?? []) addUse(used, template, step);
  return {
    connectors: [...byName].map(([name, releases]) => toConnector(name, releases, used)),
    templates: [...new Map(templates.map((each) => [each.name, each])).values()],
  };
}

// A template shows the methods of its steps, also where those of the release were not read.
function addUse(
  used: Map<string, WorldMethod[]>,
  { connectors = [] }: SavedTemplate,
  step: SavedStep,
) {
  const { connector } = step;
  if (connector === undefined) return;
  const { version } = connectors.find(({ name }) => name === connector) ?? {};
  const key = JSON.stringify([connector, version ?? null]);
  used.set(key, [...(used.get(key) ?? []), toMethod({ ...step, name: step.method ?? step.name })]);
}

function toConnector(
  name: string,
  releases: readonly SavedRelease[],
  used: ReadonlyMap<string, readonly WorldMethod[]>,
): SeedOffered {
  const ordered = releases.toSorted((one, other) =>
    compareReleases(toOrdered(one), toOrdered(other)),
  );
  const known = ordered.findLast(({ authentications }) => authentications !== undefined);
  const authentication = known?.authentications?.map(
    (each): Authentication => ({ name: each.name, type: toType(each.type) }),
  );
  const own = authentication ?? [{ name: 'Not known', type: 'ApiKey' as const }];
  return {
    name,
    ...(own.length === 0 ? {} : { authentication: own }),
    releases: ordered.map((release) => {
      const { version } = release;
      const key = JSON.stringify([name, version ?? null]);
      const methods = [...(release.methods ?? []).map(toMethod), ...(used.get(key) ?? [])];
      return {
        version: version ?? noVersion,
        properties: (release.properties ?? []).map(toProperty),
        methods: mergeMethods(methods),
      };
    }),
  };
}

function toOrdered({ version }: SavedRelease) {
  return { id: '0', version: version ?? null };
}

const types = ['ApiKey', 'Basic', 'OAuth1', 'OAuth2', 'None', 'AuthFields'] as const;

function toType(type: string): Authentication['type'] {
  return types.find((each) => each === type) ?? 'ApiKey';
}

// Methods of one name are one, with the items of all.
function mergeMethods(methods: readonly WorldMethod[]): readonly WorldMethod[] {
  const merged = new Map<string, WorldMethod>();
  for (const method of methods) {
    const {
      parameters = [],
      fields = [],
      responseFields = [],
      ...known
    } = merged.get(method.name) ?? method;
    const byName = <T>(items: readonly T[], name: (item: T) => string) => [
      ...new Map(items.toReversed().map((item) => [name(item), item])).values(),
    ];
    const toLocation = (each: NonNullable<WorldMethod['fields']>[number]) =>
      typeof each === 'string' ? each : each.location;
    merged.set(method.name, {
      ...known,
      parameters: byName([...parameters, ...(method.parameters ?? [])], ({ name }) => name),
      fields: byName([...fields, ...(method.fields ?? [])], toLocation),
      responseFields: byName([...responseFields, ...(method.responseFields ?? [])], toLocation),
    });
  }
  return [...merged.values()];
}

function toMethod({
  name,
  category,
  type,
  webhook,
  parameters = [],
  fields = [],
  responses = [],
}: Partial<SavedMethod> & Pick<SavedStep, 'webhook'> & { readonly name: string }): WorldMethod {
  const isWebhook = webhook === true || type === 'Webhook';
  return {
    name,
    ...(category === undefined ? {} : { category }),
    ...(isWebhook ? { type: 'Webhook' as const } : {}),
    parameters: parameters.map(toParameter),
    fields: fields.map(({ name: location, ...item }) => ({ location, ...toRules(item) })),
    responseFields: [...responses],
  };
}

function toParameter({ name, secret, merge, ...item }: SavedItem): Parameter {
  return {
    name,
    ...toRules(item),
    ...(secret === true ? { sensitive: true } : {}),
    ...(merge === true ? { target: 'MergeField' } : {}),
  };
}

function toProperty({ name, secret, required, ...item }: SavedItem): Property {
  const { required: _, ...rules } = toRules(item);
  return {
    name,
    ...rules,
    ...(secret === true ? { sensitive: true } : {}),
    optional: required !== true,
  };
}

function toRules({ type, required, values }: Omit<SavedItem, 'name'>) {
  return {
    ...(type === undefined ? {} : { type: type as NonNullable<Parameter['type']> }),
    ...(required === true ? { required: true } : {}),
    ...(values === undefined || values.length === 0 ? {} : { values }),
  };
}

function toTemplate(
  { name, tags = [], steps, variables = [], connectors = [] }: SavedTemplate,
  catalog: SavedCatalog,
  ids: ReadonlyMap<string, string>,
): SeedTemplate | null {
  const offered = new Set(catalog.connectors.map((each) => each.name));
  const isWhole = steps?.every(
    ({ connector }) => connector !== undefined && offered.has(connector),
  );
  if (steps === undefined || steps.length === 0 || isWhole !== true) return null;
  const id = ids.get(name);
  const isGuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id ?? '');
  return {
    name,
    ...(id === undefined || !isGuid ? {} : { id }),
    tags,
    variables: Object.fromEntries(
      variables.map((each) => [each.name, each.set === true ? templateValue : null]),
    ),
    steps: steps.map((step) => {
      const { version } = connectors.find((each) => each.name === step.connector) ?? {};
      return {
        name: step.name,
        connector: step.slot ?? step.connector ?? '',
        ...(version === undefined ? {} : { version }),
        method: step.method ?? step.name,
        parameters: listGiven(step.parameters),
        fields: step.webhook === true ? {} : listGiven(step.fields),
      };
    }),
  };
}

function listGiven(items: readonly SavedItem[] = []): Readonly<Record<string, string>> {
  return Object.fromEntries(items.flatMap(({ name, set }) => (set ? [[name, templateValue]] : [])));
}

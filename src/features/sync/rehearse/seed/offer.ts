import type {
  SeedAccount,
  SeedOffered,
  SeedRelease,
  SeedSource,
  SeedStep,
  SeedTemplate,
  SeedWorld,
} from '../../../../app/ports/rehearsal/service-seed.ts';

type WorldMethod = NonNullable<SeedRelease['methods']>[number];

type Method = {
  readonly written: WorldMethod;
  readonly parameters: Map<string, NonNullable<WorldMethod['parameters']>[number]>;
  readonly fields: Map<string, NonNullable<WorldMethod['fields']>[number]>;
  readonly responses: Map<string, NonNullable<WorldMethod['responseFields']>[number]>;
};

type Release = {
  readonly written: SeedRelease;
  readonly properties: Map<string, NonNullable<SeedRelease['properties']>[number]>;
  readonly methods: Map<string, Method>;
};

/** The version of a release that has none. */
export const noVersion = 'none';

/**
 * Connectors and templates that a service offers: those of a catalog, and whatever more recorded accounts use, so that
 * each of their steps has its method.
 */
export class Offer {
  readonly #world: SeedWorld;
  readonly #connectors = new Map<
    string,
    { readonly written: SeedOffered; readonly releases: Map<string, Release> }
  >();
  readonly #templates = new Map<string, SeedTemplate>();

  /** Methods of the catalog send nothing. */
  constructor(world: SeedWorld) {
    this.#world = world;
    for (const connector of world.connectors ?? []) {
      const { api: _, ...written } = connector;
      const releases = new Map(
        connector.releases.map((release) => [release.version, openRelease(release)] as const),
      );
      this.#connectors.set(connector.name, { written, releases });
    }
    for (const template of world.templates ?? []) this.#templates.set(template.name, template);
  }

  hasTemplate(name: string): boolean {
    return this.#templates.has(name);
  }

  /** The template of a name; undefined if it is not offered. */
  findTemplate(name: string): SeedTemplate | undefined {
    return this.#templates.get(name);
  }

  /** Adds what an account uses. */
  addAccount({ connectors, cycles }: SeedAccount): void {
    for (const { connector, version, properties } of connectors) {
      const release = this.#openRelease(connector, version ?? null);
      for (const name of Object.keys(properties))
        if (!release.properties.has(name)) release.properties.set(name, { name });
    }
    for (const { steps } of cycles) for (const step of steps) this.#addStep(step, steps);
  }

  /** Adds a template by name, of which nothing else is known than the steps of one of its cycles. */
  addTemplate(name: string, steps: readonly SeedStep[]): void {
    if (this.#templates.has(name) || steps.length === 0) return;
    this.#templates.set(name, {
      name,
      steps: steps.map(({ name: step, connector, version, method }) => ({
        name: step,
        connector,
        ...(version === undefined ? {} : { version }),
        method,
      })),
    });
  }

  #addStep(step: SeedStep, steps: readonly SeedStep[]): void {
    const method = this.#openMethod(step);
    for (const name of Object.keys(step.parameters))
      if (!method.parameters.has(name)) method.parameters.set(name, { name });
    if (method.written.type !== 'Webhook')
      for (const location of Object.keys(step.fields))
        if (!method.fields.has(location)) method.fields.set(location, location);
    for (const source of [...Object.values(step.parameters), ...Object.values(step.fields)])
      for (const { index, location } of listSources(source, steps)) {
        const from = steps[index];
        if (from !== undefined) addResponse(this.#openMethod(from), location);
      }
  }

  #openMethod({ connector, version, method: name }: SeedStep): Method {
    const release = this.#openRelease(connector, version ?? null);
    const known = release.methods.get(name);
    if (known !== undefined) return known;
    const made = openMethod({ name });
    release.methods.set(name, made);
    return made;
  }

  #openRelease(connector: string, version: string | null): Release {
    const name = version ?? noVersion;
    const known = this.#connectors.get(connector) ?? {
      written: {
        name: connector,
        authentication: [{ name: 'Not known', type: 'ApiKey' as const }],
        releases: [],
      },
      releases: new Map<string, Release>(),
    };
    this.#connectors.set(connector, known);
    const release = known.releases.get(name) ?? openRelease({ version: name });
    known.releases.set(name, release);
    return release;
  }

  /** The world with all of it. */
  toWorld(): SeedWorld {
    return {
      ...this.#world,
      accounts: [],
      connectors: [...this.#connectors.values()].map(({ written, releases }) => ({
        ...written,
        releases: [...releases.values()].map(toWorldRelease),
      })),
      templates: [...this.#templates.values()],
    };
  }
}

const namedReference = /\{\{\s*"((?:[^"\\]|\\.)*)"\s+"((?:[^"\\]|\\.)*)"\s*\}\}/g;

function listSources(
  source: SeedSource,
  steps: readonly SeedStep[],
): readonly { readonly index: number; readonly location: string }[] {
  if (source.kind === 'step') return [source];
  if (source.kind !== 'value' || source.value === null) return [];
  return [...source.value.matchAll(namedReference)].map(([, step = '', location = '']) => ({
    index: steps.findIndex(({ name }) => name === step),
    location,
  }));
}

function addResponse(method: Method, location: string): void {
  const isKnown = method.responses.has(location) || isDelivered(method, location);
  if (!isKnown) method.responses.set(location, location);
}

// A webhook delivers its fields.
function isDelivered({ written, fields }: Method, location: string): boolean {
  return written.type === 'Webhook' && fields.has(location);
}

function openRelease(written: SeedRelease): Release {
  return {
    written,
    properties: new Map((written.properties ?? []).map((each) => [each.name, each])),
    methods: new Map((written.methods ?? []).map((each) => [each.name, openMethod(each)])),
  };
}

function openMethod(written: WorldMethod): Method {
  const byLocation = (fields: WorldMethod['fields'] = []) =>
    new Map(fields.map((each) => [typeof each === 'string' ? each : each.location, each] as const));
  return {
    written,
    parameters: new Map((written.parameters ?? []).map((each) => [each.name, each])),
    fields: byLocation(written.fields),
    responses: byLocation(written.responseFields),
  };
}

function toWorldRelease({ written, properties, methods }: Release): SeedRelease {
  return {
    ...written,
    properties: [...properties.values()],
    methods: [...methods.values()].map(({ written: { script: _, ...method }, ...items }) => ({
      ...method,
      parameters: [...items.parameters.values()],
      fields: [...items.fields.values()],
      responseFields: [...items.responses.values()],
    })),
  };
}

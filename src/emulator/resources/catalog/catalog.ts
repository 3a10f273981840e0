import { toDerivedGuid, toDerivedInteger } from '../../world/derived-id.ts';
import { listSources, listTargets } from '../../world/file/look-up.ts';
import type {
  AuthenticationType,
  DataType,
  MethodType,
  World,
  WorldApi,
  WorldAuthentication,
  WorldConnector,
  WorldField,
  WorldMethod,
  WorldPaging,
  WorldParameter,
  WorldProperty,
  WorldRelease,
} from '../../world/file/world.ts';

// Catalog of releases with ids. Ids that the world omits derive from the seed and the names, so
// that they stay the same while the world file grows.

export interface Release {
  /** Connector id, one for each release. */
  readonly id: number;
  readonly name: string;
  readonly version: string;
  /** Number of the release; differs from the version (SERVICE E.2). */
  readonly releaseVersion: string;
  readonly description: string;
  readonly categories: readonly string[];
  readonly isNative: boolean;
  readonly isDraft: boolean;
  readonly authentication: readonly Authentication[];
  readonly defaultAuthentication: Authentication;
  /** Address of its methods; null if the world has none. */
  readonly api: WorldApi | null;
  readonly properties: readonly ConnectorProperty[];
  readonly methods: readonly Method[];
}

export interface Authentication {
  readonly id: string;
  readonly name: string;
  readonly type: AuthenticationType;
  readonly oauth2Type: string;
  readonly scheme: string | null;
  readonly description: string;
}

export interface ConnectorProperty {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly isSensitive: boolean;
  readonly isOptional: boolean;
  /** True if an installed connector may set it. */
  readonly isAccountLevel: boolean;
  readonly dataType: DataType;
  readonly values: readonly string[] | null;
}

export interface Method {
  /** Id of the method in this release. */
  readonly id: number;
  /** The same GUID in all releases. */
  readonly uniqueIdentifier: string;
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly type: MethodType;
  /** Verb and path, with merge fields `{NAME}`. */
  readonly endpoint: string;
  readonly paging: WorldPaging | null;
  /** Location of the items for `{records: […]}`; null: the answer is not reshaped. */
  readonly records: string | null;
  /** Root element of an XML request. */
  readonly root: string | null;
  /** JavaScript of a Script method. */
  readonly script: string | null;
  readonly parameters: readonly MethodItem[];
  /** Fields that take values; none for a webhook. */
  readonly fields: readonly MethodItem[];
  /** Fields that later steps read; those that a webhook delivers. */
  readonly responseFields: readonly MethodItem[];
}

/** A parameter, request field or response field. */
export interface MethodItem {
  readonly id: number;
  readonly name: string;
  /** TargetName of a parameter, Location of a field. */
  readonly key: string;
  /** TargetType of a parameter, null for a field. */
  readonly target: string | null;
  readonly dataType: DataType;
  readonly isOptional: boolean;
  readonly isSensitive: boolean;
  readonly values: readonly string[] | null;
  /** TriggerName of the lookup. */
  readonly lookup: string | null;
  /** True for a custom field of the connector. */
  readonly isCustom?: true;
}

/** Makes ids that are unique within a kind. */
interface IdMaker {
  readonly number: (path: readonly string[], wanted?: number) => number;
  readonly guid: (path: readonly string[]) => string;
}

/**
 * Releases in the order of the world, oldest first within a connector. Those missing in `base` get
 * their ids last, so that no other id changes.
 */
export function makeReleases(world: World, seed: number, base: World): readonly Release[] {
  const ids = makeIdMaker(seed, readWantedIds(world));
  const counts = new Map(
    (base.connectors ?? []).map(({ name, releases }) => [name, releases.length] as const),
  );
  const make = (isOfBase: boolean) =>
    (world.connectors ?? []).flatMap((connector) =>
      connector.releases.flatMap((release, index) =>
        index < (counts.get(connector.name) ?? 0) === isOfBase
          ? [makeRelease(ids, connector, { release, releaseVersion: `1.${index}` })]
          : [],
      ),
    );
  return [...make(true), ...make(false)];
}

/** An IdMaker that avoids the numbers in `taken`. */
function makeIdMaker(seed: number, taken: Iterable<number> = []): IdMaker {
  const used = new Set(taken);
  return {
    number: (path, wanted) => {
      const id = wanted ?? firstFreeId(toDerivedInteger(seed, path) % 900_000, used);
      if (wanted === undefined) {
        used.add(id);
      }
      return id;
    },
    guid: (path) => toDerivedGuid(seed, path),
  };
}

const lowestId = 1000;

function firstFreeId(start: number, used: ReadonlySet<number>): number {
  let id = lowestId + start;
  while (used.has(id)) {
    id += 1;
  }
  return id;
}

function readWantedIds(world: World): readonly number[] {
  return (world.connectors ?? []).flatMap(({ releases }) =>
    releases.flatMap(({ id, methods }) =>
      [id, ...(methods ?? []).map((method) => method.id)].filter((each) => each !== undefined),
    ),
  );
}

function makeRelease(
  ids: IdMaker,
  connector: WorldConnector,
  { release, releaseVersion }: { release: WorldRelease; releaseVersion: string },
): Release {
  const path = [connector.name, release.version];
  const written = connector.authentication ?? [{ name: 'None', type: 'None' } as const];
  const authentication = written.map((each) => makeAuthentication(ids, connector.name, each));
  const defaultIndex = Math.max(
    written.findIndex((each) => each.default),
    0,
  );
  const defaultAuthentication = authentication[defaultIndex];
  if (defaultAuthentication === undefined) {
    throw new Error('A connector without authentication types passed its check.');
  }
  return {
    id: ids.number(['connector', ...path], release.id),
    name: connector.name,
    version: release.version,
    releaseVersion,
    description: connector.description ?? '',
    categories: connector.categories ?? [],
    isNative: connector.native ?? false,
    isDraft: release.draft ?? false,
    authentication,
    defaultAuthentication,
    api: connector.api ?? null,
    properties: (release.properties ?? []).map((each) => makeProperty(ids, path, each)),
    methods: (release.methods ?? []).map((each) => makeMethod(ids, path, each)),
  };
}

function makeAuthentication(
  ids: IdMaker,
  connector: string,
  written: WorldAuthentication,
): Authentication {
  const isOauth2 = written.type === 'OAuth2';
  return {
    id: written.id ?? ids.guid(['authentication', connector, written.name]),
    name: written.name,
    type: written.type,
    oauth2Type: written.oauth2Type ?? (isOauth2 ? 'AuthorisationCode' : 'Unknown'),
    scheme: written.scheme ?? null,
    description: written.description ?? '',
  };
}

function makeProperty(
  ids: IdMaker,
  path: readonly string[],
  written: WorldProperty,
): ConnectorProperty {
  return {
    id: ids.number(['property', ...path, written.name]),
    name: written.name,
    description: written.description ?? '',
    isSensitive: written.sensitive ?? false,
    isOptional: written.optional ?? true,
    isAccountLevel: written.accountLevel ?? true,
    dataType: written.type ?? 'Text',
    values: written.values ?? null,
  };
}

function makeMethod(ids: IdMaker, release: readonly string[], written: WorldMethod): Method {
  const path = [...release, written.name];
  const [connector = ''] = release;
  const makeFields = (kind: string, fields: readonly (string | WorldField)[]) =>
    fields.map((field) => makeField(ids, [kind, ...path], field));
  return {
    id: ids.number(['method', ...path], written.id),
    uniqueIdentifier:
      written.uniqueIdentifier ?? ids.guid(['method unique identifier', connector, written.name]),
    name: written.name,
    description: written.description ?? '',
    category: written.category ?? 'General',
    type: written.type ?? 'Action',
    endpoint: written.endpoint ?? '',
    paging: written.paging ?? null,
    records: written.records ?? null,
    root: written.root ?? null,
    script: written.script ?? null,
    parameters: (written.parameters ?? []).map((each) => makeParameter(ids, path, each)),
    fields: makeFields('request', listTargets(written)),
    responseFields: makeFields('response', listSources(written)),
  };
}

function makeParameter(ids: IdMaker, path: readonly string[], written: WorldParameter): MethodItem {
  return {
    id: ids.number(['parameter', ...path, written.name]),
    name: written.name,
    key: written.name,
    target: written.target ?? 'QueryString',
    dataType: written.type ?? 'Text',
    isOptional: !(written.required ?? false),
    isSensitive: written.sensitive ?? false,
    values: written.values ?? null,
    lookup: written.lookup ?? null,
  };
}

function makeField(ids: IdMaker, path: readonly string[], field: string | WorldField): MethodItem {
  const written = typeof field === 'string' ? { location: field } : field;
  return {
    id: ids.number([...path, written.location]),
    name: written.name ?? written.location,
    key: written.location,
    target: null,
    dataType: written.type ?? 'Text',
    isOptional: !(written.required ?? false),
    isSensitive: false,
    values: written.values ?? null,
    lookup: written.lookup ?? null,
    ...(written.custom === true ? { isCustom: true } : {}),
  };
}

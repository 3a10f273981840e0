import { type Body, withDefault } from '../../http/body/body.ts';

// A parsed export: keys of SERVICE E.2 [P] in internal names, with the ids of its source. Nothing
// in it is resolved yet.

export interface ExportFile {
  readonly name: string;
  readonly description: string;
  readonly isPublished: boolean;
  readonly tags: readonly string[];
  readonly shareable: boolean;
  readonly logStepDataRequests: boolean;
  readonly errorAction: number;
  readonly split: number;
  readonly variables: readonly { readonly name: string; readonly value: string | null }[];
  /** In file order. */
  readonly steps: readonly FileStep[];
  readonly edges: readonly { readonly tail: string; readonly head: string }[];
}

export interface FileStep {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Steps with the same number share a connector. */
  readonly slot: string;
  /** Name of the installed connector. */
  readonly accountConnector: string;
  readonly connector: string;
  readonly version: string;
  readonly authentication: number | null;
  readonly method: string;
  readonly uniqueIdentifier: string;
  /** TargetNames by id. */
  readonly parameters: ReadonlyMap<number, string>;
  /** Locations by id. */
  readonly requests: ReadonlyMap<number, string>;
  readonly responses: ReadonlyMap<number, string>;
  readonly mappings: readonly FileMapping[];
}

export interface FileMapping {
  readonly of: 'parameter' | 'field';
  /** TargetName or Location; empty if the file has none. */
  readonly key: string;
  readonly code: number;
  readonly value: string | null;
  readonly label: string | null;
  readonly isLaunchVisible: boolean;
}

/** Parses an export; undefined for a body without a name or steps. */
export function readExportFile(body: Body): ExportFile | undefined {
  const name = text(body, 'Name');
  const steps = body.bodies('Steps');
  if (name === '' || steps.kind !== 'value') {
    return undefined;
  }
  const versioned = part(body, 'VersionedCycle');
  return {
    name,
    description: text(body, 'Description'),
    isPublished: versioned !== undefined && flag(versioned, 'Published'),
    tags: versioned === undefined ? [] : withDefault(versioned.texts('Tags'), []),
    shareable: flag(body, 'Shareable'),
    logStepDataRequests: flag(body, 'LogStepDataRequests'),
    errorAction: withDefault(body.integer('CycleStepErrorAction'), 0),
    split: withDefault(body.integer('CycleCollectionSplitType'), 0),
    variables: list(body, 'Variables').map((variable) => ({
      name: text(variable, 'Name'),
      value: withDefault(variable.text('Value'), null),
    })),
    steps: steps.value.map(readFileStep),
    edges: list(body, 'Edges').map((edge) => ({
      tail: text(edge, 'TailStep_Id').toLowerCase(),
      head: text(edge, 'HeadStep_Id').toLowerCase(),
    })),
  };
}

function readFileStep(body: Body): FileStep {
  const installed = part(body, 'AccountConnector');
  const connector = part(installed, 'Connector');
  const method = part(body, 'Method');
  const parameters = readNames(list(method, 'Parameters'), ['TargetName']);
  return {
    id: text(body, 'Id').toLowerCase(),
    name: text(body, 'Name'),
    description: text(body, 'Description'),
    slot: text(body, 'AccountConnector_Id'),
    accountConnector: text(installed, 'Name'),
    connector: text(connector, 'Name'),
    version: text(connector, 'Version'),
    authentication: withDefault(
      part(installed, 'ConnectorAuthentication')?.integer('AuthType') ?? { kind: 'absent' },
      null,
    ),
    method: text(method, 'Name'),
    uniqueIdentifier: text(method, 'MethodUniqueIdentifier').toLowerCase(),
    parameters,
    requests: readNames(list(part(method, 'RequestFormat'), 'Fields'), places),
    responses: readNames(list(part(method, 'ResponseFormat'), 'Fields'), places),
    mappings: [
      ...list(body, 'CycleParameters').map((mapping) => ({
        of: 'parameter' as const,
        key: parameters.get(withDefault(mapping.integer('ParameterId'), 0)) ?? '',
        ...readMapping(mapping),
      })),
      ...list(body, 'CycleFieldMappings').map((mapping) => ({
        of: 'field' as const,
        key: readPlace(part(mapping, 'Field'), places),
        ...readMapping(mapping),
      })),
    ],
  };
}

/** Exports call a Location ConnectorField. */
const places = ['Location', 'ConnectorField'];

function readNames(items: readonly Body[], keys: readonly string[]): ReadonlyMap<number, string> {
  return new Map(items.map((item) => [withDefault(item.integer('Id'), 0), readPlace(item, keys)]));
}

function readPlace(item: Body | undefined, keys: readonly string[]): string {
  return keys.map((key) => text(item, key)).find((each) => each !== '') ?? '';
}

function readMapping(body: Body): Omit<FileMapping, 'of' | 'key'> {
  return {
    code: withDefault(body.integer('CycleEntityMappingType'), -1),
    value: withDefault(body.text('Value'), null),
    label: withDefault(body.text('TriggerValueDisplayName'), null),
    isLaunchVisible: flag(body, 'IsLaunchVisible'),
  };
}

function text(body: Body | undefined, name: string): string {
  return body === undefined ? '' : withDefault(body.text(name), '');
}

function flag(body: Body, name: string): boolean {
  return withDefault(body.boolean(name), false);
}

function part(body: Body | undefined, name: string): Body | undefined {
  return body === undefined ? undefined : withDefault(body.body(name), undefined);
}

function list(body: Body | undefined, name: string): readonly Body[] {
  return body === undefined ? [] : withDefault(body.bodies(name), []);
}

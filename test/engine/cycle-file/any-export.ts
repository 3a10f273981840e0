import fc from 'fast-check';
import type {
  ImportTarget,
  OfferedRelease,
} from '../../../src/engine/cycle-file/import/resolve-steps.ts';
import type { JsonObject } from '../../../src/kit/json/json.ts';
import { toUniqueLabels } from '../../../src/kit/text/to-unique-labels.ts';
import type { FileConnector } from '../../../src/model/desired/cycle-file/cycle-file.ts';
import type { ConnectorMethod, MethodItem } from '../../../src/model/live/method.ts';

/**
 * Names that cycle files must keep: with special characters of the format, JSON, terminals and
 * other scripts.
 */
export const anyName = fc.oneof(
  fc.constantFrom(
    'List changed contacts',
    'Get, then put',
    'step:a',
    'a:b#2',
    'a#2',
    'a',
    '"quoted"',
    'back\\slash',
    '}} {{',
    'sales@eu',
    '100%',
    '%2C',
    'line\nbreak',
    '\u001b[31mred',
    '\u202eright to left',
    'Kød & Ærter 🥕',
    'constructor',
  ),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
);

/** A method of a world, with ids that are counted from a number. */
export type AnyMethod = {
  readonly connector: { readonly name: string; readonly version: string };
  readonly name: string;
  readonly parameters: readonly string[];
  readonly fields: readonly string[];
  readonly responses: readonly string[];
};

type AnyStep = {
  readonly name: string;
  readonly method: AnyMethod;
  readonly slot: number;
  readonly values: readonly (string | null)[];
  readonly from: number;
};

export type AnyCycle = { readonly name: string; readonly steps: readonly AnyStep[] };

const anyMethod = fc.record({
  connector: fc.record({
    name: anyName,
    version: fc.constantFrom('1.0', '2.0', ''),
  }),
  name: anyName,
  parameters: fc.array(anyName, { maxLength: 3 }),
  fields: fc.array(anyName, { maxLength: 3 }),
  responses: fc.array(anyName, { minLength: 1, maxLength: 3 }),
});

const anyText = fc.oneof(
  anyName,
  fc.constantFrom('=1+1', '{{LastSuccessfulRunDate}}', 'field:x', '\\step:a', '', '#'),
);

export const anyCycle: fc.Arbitrary<AnyCycle> = fc.record({
  name: anyName,
  steps: fc.array(
    fc.record({
      name: anyName,
      method: anyMethod,
      slot: fc.integer({ min: 1, max: 2 }),
      values: fc.array(fc.option(anyText), { minLength: 6, maxLength: 6 }),
      from: fc.nat(5),
    }),
    { minLength: 1, maxLength: 5 },
  ),
});

function toGuid(position: number, index: number): string {
  const part = (position * 1000 + index).toString(16).padStart(12, '0');
  return `0123abcd-0000-4000-8000-${part}`;
}

/** A service's export of a cycle, with the ids of one place. Methods differ by their position. */
export function writeRawExport(cycle: AnyCycle, position: number): JsonObject {
  const id = (step: number, item: number) => position * 100_000 + step * 100 + item;
  const steps = cycle.steps.map((step, index) => ({ step, index }));
  return {
    Name: cycle.name,
    Description: '',
    Status: position,
    VersionedCycle: { Published: false, Tags: ['b', 'a'] },
    Fresh: { Depth: [{ Step: toGuid(position, 0) }] },
    CreatedOnUtc: `2026-01-0${position}T00:00:00Z`,
    Steps: steps.map(({ step, index }) => writeStep(step, { cycle, index, place: position, id })),
    Edges: steps.slice(1).map(({ index }) => ({
      TailStep_Id: toGuid(position, index - 1),
      HeadStep_Id: toGuid(position, index),
      CycleEdgeType: 0,
    })),
    Variables: [{ Id: position, Name: cycle.name, Value: 'step:not one' }],
    ExportedConnectors: ['opaque', { sealed: true }],
  };
}

type At = {
  readonly cycle: AnyCycle;
  readonly index: number;
  readonly place: number;
  readonly id: (step: number, item: number) => number;
};

function writeStep(step: AnyStep, { cycle, index, place: position, id }: At): JsonObject {
  const { method } = step;
  const item = (name: string, at: number, isField: boolean): JsonObject => ({
    Id: id(index, at),
    Name: name,
    DataType: 'Text',
    Values: null,
    ...(isField ? { ConnectorField: name, Location: name } : { TargetName: name }),
  });
  const fields = method.fields.map((name, at) => item(name, 10 + at, true));
  const from = index === 0 ? null : step.from % index;
  const source = from === null ? null : `${toGuid(position, from)},${id(from, 20)}`;
  const merged = from === null ? 'none' : `x {{${toGuid(position, from)} ${id(from, 20)}}} y`;
  return {
    Id: toGuid(position, index),
    Name: step.name,
    ActionType: 1,
    Method_Id: id(index, 99),
    ActionData: JSON.stringify({ next: toGuid(position, cycle.steps.length - 1), note: step.name }),
    AccountConnector: {
      Name: `installed ${position}`,
      Connector: {
        Id: id(index, 98),
        Name: method.connector.name,
        Version: method.connector.version,
      },
      ConnectorAuthentication: { AuthType: position, OAuth2Type: 0, AuthoriseUrl: null },
    },
    AccountConnector_Id: step.slot + position * 10,
    Method: {
      Id: id(index, 99),
      Name: method.name,
      MethodUniqueIdentifier: toGuid(position, 500 + index),
      EndPoint: `GET /${index}`,
      Parameters: method.parameters.map((name, at) => item(name, at, false)),
      RequestFormat: { Fields: fields },
      ResponseFormat: { Fields: method.responses.map((name, at) => item(name, 20 + at, true)) },
    },
    CycleParameters: method.parameters.map((_, at) => ({
      ParameterId: id(index, at),
      Value: at === 0 ? merged : (step.values[at] ?? null),
      CycleEntityMappingType: 1,
      IsLaunchVisible: at === 1,
    })),
    CycleFieldMappings: fields.map((field, at) => {
      const isStep = at === 0 && source !== null;
      return {
        Field: field,
        Value: isStep ? source : (step.values[3 + at] ?? null),
        CycleEntityMappingType: isStep ? 0 : 1,
      };
    }),
  };
}

/** The place that `writeRawExport` has its ids from, as far as the file's steps need it. */
export function makePlace(cycle: AnyCycle, position: number): ImportTarget {
  const id = (step: number, item: number) => String(position * 100_000 + step * 100 + item);
  const findRelease = (connector: FileConnector): OfferedRelease => ({
    release: {
      id: '7',
      name: connector.name,
      version: connector.version,
      description: null,
      categories: [],
      isNative: false,
      authentications: [],
      properties: [],
    },
    methods: cycle.steps.map(({ method }, step): ConnectorMethod => {
      const toItems = (names: readonly string[], from: number): MethodItem[] =>
        names.map((name, index) => ({
          id: id(step, from + index),
          name,
          description: null,
          dataType: 'Text',
          target: null,
          isOptional: false,
          isSensitive: false,
          values: [],
        }));
      return {
        id: id(step, 99),
        uniqueId: toGuid(position, 500 + step),
        name: method.name,
        description: null,
        category: null,
        type: 'Action',
        endpoint: `GET /${step}`,
        format: 'json',
        parameters: toItems(method.parameters, 0),
        fields: toItems(method.fields, 10),
        responses: toItems(method.responses, 20),
      };
    }),
  });
  return { name: cycle.name, tags: [], findRelease, connectors: new Map() };
}

/** The labels that steps of these names have in the order given. */
export function labelsOf(cycle: AnyCycle): string[] {
  return toUniqueLabels(cycle.steps.map(({ name }) => name));
}

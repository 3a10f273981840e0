import { formatName } from '../../../kit/text/format-name.ts';
import type { SavedItem, SavedMethod, SavedRelease } from '../../../model/live/saved-catalog.ts';
import { references } from './forms.ts';
import { makeItemSchema } from './make-item-schema.ts';
import type { MergedConnector } from './merge-catalogs.ts';
import {
  type Definitions,
  formatListed,
  placeholder,
  type SchemaPart,
  toCases,
  toChoices,
  toClosedObject,
  toNameSchema,
  toProperties,
  toRule,
} from './schema-parts.ts';

/** A text that names a method by its id or its unique identifier. */
const methodId: SchemaPart = {
  type: 'string',
  pattern: '^\\d+$|^[\\dA-Fa-f]{8}(?:-[\\dA-Fa-f]{4}){3}-[\\dA-Fa-f]{12}$',
};

const version = ['connector', 'version'];

/** Makes what the entry of an installed connector may say: versions, sign-in, properties, checks. */
export function makeConnectorRule(
  { releases, latest }: MergedConnector,
  definitions: Definitions,
): SchemaPart {
  const versions = releases.flatMap((each) => each.version ?? []);
  const versionSchema = toNameSchema(
    versions.map((each) => ({ name: each })),
    {
      message: `The connector has no such version${versions.length === 0 ? '' : `, but ${formatListed(versions.map((each) => JSON.stringify(each)))}`}.`,
      description:
        'Version; absent: the latest release at the time of installation, then not managed.',
    },
  );
  const cases = releases.flatMap((release) =>
    release.version === undefined
      ? []
      : [{ name: release.version, part: makeReleaseRule(release, definitions) }],
  );
  const named = toCases(version, cases, { $ref: '#/$defs/anyRelease' });
  return {
    properties: { connector: { properties: { version: versionSchema } } },
    ...toRule(
      { type: 'object', properties: { connector: { type: 'object', required: ['version'] } } },
      named,
      latest === null ? { $ref: '#/$defs/anyRelease' } : makeReleaseRule(latest, definitions),
    ),
  };
}

function makeReleaseRule(release: SavedRelease, definitions: Definitions): SchemaPart {
  const { authentications, properties, methods } = release;
  if (authentications === undefined || properties === undefined) {
    return { $ref: '#/$defs/anyRelease' };
  }
  const authentication = toNameSchema(
    authentications.map((each) => ({ name: each.name, words: `Type ${formatName(each.type)}.` })),
    {
      message: 'The connector has no such authentication type.',
      description: 'AuthName, if the connector offers several authentication types.',
    },
  );
  return definitions.add('release', {
    properties: {
      authentication,
      properties: toClosedObject(
        'Connector properties by name (TargetName).',
        toProperties(properties, (item) =>
          makeItemSchema(item, { others: references, definitions }),
        ),
      ),
      checks: {
        items:
          methods === undefined ? { $ref: '#/$defs/anyCheck' } : makeCheck(methods, definitions),
      },
    },
  });
}

function makeCheck(methods: readonly SavedMethod[], definitions: Definitions): SchemaPart {
  const known = [...Map.groupBy(methods, ({ name }) => name).values()].flatMap((same) =>
    same.slice(0, 1),
  );
  const choices = known.map(({ name, category, type }) => ({
    name,
    words: [category, type]
      .flatMap((each) => (each === undefined ? [] : [formatName(each)]))
      .join(', '),
  }));
  const method: SchemaPart = {
    description: 'Name, numeric id or unique identifier of the method.',
    anyOf: [...toChoices(choices, 'The connector has no such method.'), methodId, placeholder],
  };
  const cases = known.map(({ name, parameters = [] }) => ({
    name,
    part: makeParameters(parameters, definitions),
  }));
  return definitions.add('check', {
    properties: { method },
    ...toCases(['method'], cases, { $ref: '#/$defs/anyCheck' }),
  });
}

function makeParameters(items: readonly SavedItem[], definitions: Definitions): SchemaPart {
  const parameters = toClosedObject(
    'Parameters and merge fields by TargetName. No secrets.',
    toProperties(items, (item) => makeItemSchema(item, { others: [], definitions })),
  );
  return definitions.add('parameters', { properties: { parameters } });
}

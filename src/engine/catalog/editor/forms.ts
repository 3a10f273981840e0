import { secretKinds } from '../../../model/secret/secret.ts';
import { type SchemaPart, toForm } from './schema-parts.ts';

type Parts = Readonly<Record<string, SchemaPart>>;

/** Definitions of the published schema for forms of values, by the names that an editor shows. */
const published = {
  env: 'envSecret',
  file: 'fileSecret',
  sops: 'sopsSecret',
  age: 'ageSecret',
  exec: 'execSecret',
  provider: 'providerSecret',
  option: 'fromOption',
  lookup: 'fromLookup',
  expression: 'fromExpression',
  ignore: 'ignored',
} as const;

/** Texts that the service evaluates, that only a run resolves, or that are empty: no list has them. */
const evaluated: SchemaPart = { type: 'string', pattern: String.raw`^$|^=\S|\{\{|\$\{` };

/** Values that no list has. */
const unlisted: SchemaPart = { anyOf: [evaluated, { type: ['integer', 'boolean'] }] };

/** References to secrets, each of one form. */
export const references: readonly SchemaPart[] = secretKinds.map((name) => ({
  $ref: `#/$defs/${name}`,
}));

/**
 * Makes definitions from the published ones: forms of values, without words, because an editor shows
 * those of the item; and entries of which the catalog knows nothing.
 */
export function makeForms(defs: Parts): Parts {
  const { description: _, ...keyText } = defs.key ?? {};
  const { description: _words, ...placeholderText } = defs.placeholder ?? {};
  const installed = defs.installedConnector ?? {};
  return {
    ...Object.fromEntries(
      Object.entries(published).map(([name, from]) => [name, toForm(defs[from] ?? {})]),
    ),
    keyText,
    placeholderText,
    unlisted,
    anyRelease: {
      properties: {
        ...selectProperties(installed, ['authentication', 'properties']),
        checks: { items: { $ref: '#/$defs/anyCheck' } },
      },
    },
    anyCheck: { properties: selectProperties(defs.check ?? {}, ['parameters']) },
    anyTemplate: {
      properties: selectProperties(defs.cycle ?? {}, ['connectors', 'variables', 'steps']),
    },
  };
}

/** The properties of a part. */
export function toPartProperties({ properties }: SchemaPart): Parts {
  return (properties ?? {}) as Parts;
}

function selectProperties(part: SchemaPart, names: readonly string[]): Parts {
  const properties = toPartProperties(part);
  return Object.fromEntries(names.map((name) => [name, properties[name] ?? {}]));
}

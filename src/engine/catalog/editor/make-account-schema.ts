import { formatName } from '../../../kit/text/format-name.ts';
import type { SavedCatalogs } from '../../../model/live/saved-catalog.ts';
import type { Blueprint } from '../../../model/manifest/blueprint.ts';
import { makeForms, toPartProperties } from './forms.ts';
import { listTimeZones } from './list-time-zones.ts';
import { makeBlueprintUse } from './make-blueprint-use.ts';
import { makeConnectorRule } from './make-connector-rules.ts';
import { makeSlotRules, type OwnKeys, withUsualKeys } from './make-slot-rules.ts';
import { formatTemplateWords, isKnown, makeTemplateRule } from './make-template-rules.ts';
import { type MergedCatalog, mergeCatalogs } from './merge-catalogs.ts';
import {
  Definitions,
  formatListed,
  type SchemaPart,
  toCases,
  toNameSchema,
} from './schema-parts.ts';

type Schema = {
  readonly properties: { readonly spec: { readonly properties: SchemaPart } };
  readonly $defs: Readonly<Record<string, SchemaPart>>;
};

/** Knowledge of a project for editors. */
export type EditorKnowledge = {
  readonly catalogs: SavedCatalogs;
  /** Keys of connectors that manifests of the project use. */
  readonly keys: OwnKeys;
  /** Blueprints of the project by name. */
  readonly blueprints: ReadonlyMap<string, Blueprint>;
};

/**
 * Makes the schema of accounts with the names and values of catalogs. It is the published one, of
 * which an editor also completes and checks what the catalog knows.
 */
export function makeAccountSchema(
  published: SchemaPart,
  { catalogs, keys, blueprints }: EditorKnowledge,
): SchemaPart {
  const base = published as SchemaPart & Schema;
  const catalog = mergeCatalogs(catalogs);
  const definitions = new Definitions();
  const { spec } = base.properties;
  const known = {
    ...makeForms(base.$defs),
    installedConnector: makeInstalledConnector(base.$defs.installedConnector ?? {}, {
      catalog,
      definitions,
    }),
    catalogueConnector: makeCatalogConnector(base.$defs.catalogueConnector ?? {}, catalog),
    blueprintUse: makeBlueprintUse(base.$defs.blueprintUse ?? {}, blueprints),
    check: makeOpen(base.$defs.check ?? {}, ['parameters']),
    cycle: makeCycle(base.$defs.cycle ?? {}, { catalog, definitions }),
    fromTemplate: makeFromTemplate(base.$defs.fromTemplate ?? {}, catalog),
  };
  const timezone = toNameSchema(
    listTimeZones().map((name) => ({ name })),
    {
      message: 'Not an IANA time zone, exactly as IANA spells it.',
      description: String(toPartProperties(spec).timezone?.description ?? ''),
    },
  );
  const slots = makeSlotRules(withUsualKeys(keys, catalog.templates), definitions);
  return {
    ...base,
    description: 'One customer account, with the names and values of the catalog of its project.',
    properties: {
      ...base.properties,
      spec: {
        ...spec,
        properties: { ...spec.properties, timezone },
        ...(slots.length === 0 ? {} : { allOf: slots }),
      },
    },
    $defs: { ...base.$defs, ...known, ...definitions.list() },
  };
}

// Rules say more of these keys, and an editor would offer both.
function makeOpen(part: SchemaPart, names: readonly string[]): SchemaPart {
  const properties = toPartProperties(part);
  const open = names.map((name) => {
    const { description, type } = properties[name] ?? {};
    return [name, { ...(type === undefined ? {} : { type }), description }];
  });
  return { ...part, properties: { ...properties, ...Object.fromEntries(open) } };
}

type Context = { readonly catalog: MergedCatalog; readonly definitions: Definitions };

function makeInstalledConnector(part: SchemaPart, { catalog, definitions }: Context): SchemaPart {
  const cases = catalog.connectors.map((connector) => ({
    name: connector.name,
    part: definitions.add('connector', makeConnectorRule(connector, definitions)),
  }));
  return {
    ...makeOpen(part, ['authentication', 'properties']),
    ...toCases(['connector', 'name'], cases, { $ref: '#/$defs/anyRelease' }),
  };
}

function makeCatalogConnector(part: SchemaPart, { connectors }: MergedCatalog): SchemaPart {
  const choices = connectors.map(({ name, releases }) => {
    const versions = formatListed(releases.flatMap(({ version }) => version ?? []).map(formatName));
    return { name, words: versions === '' ? '' : `Versions ${versions}.` };
  });
  const name = toNameSchema(choices, {
    message: 'The catalog has no such connector.',
    description: 'Connector name in the catalog.',
  });
  const open = makeOpen(part, ['version']);
  return { ...open, properties: { ...toPartProperties(open), name } };
}

function makeFromTemplate(
  part: SchemaPart,
  { templates, areTemplatesListed }: MergedCatalog,
): SchemaPart {
  const choices = templates.map((each) => ({ name: each.name, words: formatTemplateWords(each) }));
  const template = toNameSchema(choices, {
    message: 'The catalog has no such template.',
    description: 'Template name.',
  });
  const { anyOf } = template as { readonly anyOf: readonly SchemaPart[] };
  // cyclectl.yaml names the templates of a service that lists none.
  const open = areTemplatesListed ? [] : [{ type: 'string' }];
  const properties = {
    ...toPartProperties(part),
    template: { ...template, anyOf: [...anyOf, ...open] },
  };
  return { ...part, properties };
}

function makeCycle(part: SchemaPart, { catalog, definitions }: Context): SchemaPart {
  const cases = catalog.templates.filter(isKnown).map((template) => ({
    name: template.name,
    part: makeTemplateRule(template, definitions),
  }));
  return {
    ...makeOpen(part, ['connectors', 'variables', 'steps']),
    ...toCases(['from', 'template'], cases, { $ref: '#/$defs/anyTemplate' }),
  };
}

import { isMap } from '../../../kit/json/json.ts';
import type { Blueprint } from '../../../model/manifest/blueprint.ts';
import { makeForms, toPartProperties } from './forms.ts';
import { makeInputs, makeUse } from './make-blueprint-use.ts';
import { anyType, Definitions, type SchemaPart, toCases } from './schema-parts.ts';

type Schema = {
  readonly properties: { readonly spec: SchemaPart };
  readonly $defs: Readonly<Record<string, SchemaPart>>;
};

/** Maps whose keys an editor offers; `*` is any key. */
type OfferedMap = { readonly [key: string]: OfferedMap };

const offered: OfferedMap = {
  connectors: { '*': { properties: {} } },
  cycles: { '*': { variables: {}, steps: { '*': { parameters: {}, fields: {} } } } },
};

/**
 * Makes the schema of fleets with the blueprints of the project: what segments and overrides set
 * has the inputs of the blueprint of their fleet, and its keys.
 */
export function makeFleetSchema(
  published: SchemaPart,
  blueprints: ReadonlyMap<string, Blueprint>,
): SchemaPart {
  const base = published as SchemaPart & Schema;
  const definitions = new Definitions();
  const { spec } = base.properties;
  const cases = [...blueprints.values()].map((blueprint) => {
    const set = definitions.add('set', makeSet(blueprint));
    return { name: blueprint.name, part: toSets(set) };
  });
  const known =
    cases.length === 0
      ? spec
      : {
          ...spec,
          properties: { ...toPartProperties(spec), blueprint: makeUse(blueprints) },
          ...toCases(['blueprint'], cases, {}),
        };
  const { placeholderText } = makeForms(base.$defs);
  return {
    ...base,
    // A table in YAML is in the folder of fleets too.
    type: ['object', 'array'],
    properties: { ...base.properties, spec: known },
    $defs: { ...base.$defs, placeholderText, ...definitions.list() },
  };
}

function toSets(set: SchemaPart): SchemaPart {
  const own = { properties: { set } };
  return { properties: { segments: { additionalProperties: own }, overrides: { items: own } } };
}

function makeSet({ base, document, inputs }: Blueprint): SchemaPart {
  const specs = [base, { document }].map((each) => each?.document.written.spec);
  const { properties } = makeOffered(specs, offered);
  return { properties: { inputs: makeInputs([...inputs.values()]), ...(properties ?? {}) } };
}

/** Makes an object that may have any key, of which an editor offers those of some values. */
function makeOffered(values: readonly unknown[], map: OfferedMap): SchemaPart {
  const maps = values.filter(isMap);
  const names = new Set(maps.flatMap((each) => Object.keys(each)));
  const properties = [...names].flatMap((name) => {
    const below = Object.hasOwn(map, name) ? map[name] : map['*'];
    if (below === undefined && Object.keys(map).length > 0) return [];
    const parts = maps.map((each) => each[name]);
    return [[name, below === undefined ? { type: anyType } : makeOffered(parts, below)]];
  });
  return { properties: Object.fromEntries(properties) };
}

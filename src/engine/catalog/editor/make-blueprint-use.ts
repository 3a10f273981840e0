import type { Blueprint, Input } from '../../../model/manifest/blueprint.ts';
import { toPartProperties } from './forms.ts';
import {
  formatListed,
  placeholder,
  type SchemaPart,
  toCases,
  toChoices,
  toClosedObject,
  toNameSchema,
  toProperties,
} from './schema-parts.ts';

/** Makes the part of an account that uses a blueprint, with the blueprints and inputs of the project. */
export function makeBlueprintUse(
  part: SchemaPart,
  blueprints: ReadonlyMap<string, Blueprint>,
): SchemaPart {
  if (blueprints.size === 0) return part;
  const cases = [...blueprints.values()].map(({ name, inputs }) => ({
    name,
    part: { properties: { inputs: makeInputs([...inputs.values()]) } },
  }));
  const properties = { ...toPartProperties(part), use: makeUse(blueprints) };
  return { ...part, properties, ...toCases(['use'], cases, {}) };
}

/** Makes the name of a blueprint of the project. */
export function makeUse(blueprints: ReadonlyMap<string, Blueprint>): SchemaPart {
  return toNameSchema(
    [...blueprints.values()].map(({ name, inputs }) => ({
      name,
      words: `Inputs ${formatListed([...inputs.keys()])}.`,
    })),
    {
      message: 'The project has no such blueprint.',
      description: 'Name of the blueprint.',
    },
  );
}

/** Makes an object with values of inputs, and no other key. */
export function makeInputs(inputs: readonly Input[]): SchemaPart {
  const given = inputs.filter(({ type }) => type !== 'secret');
  const earlier = given.flatMap(({ renamedFrom, ...input }) =>
    renamedFrom === undefined ? [] : [{ ...input, name: renamedFrom }],
  );
  return toClosedObject('Values of its inputs, by name.', {
    ...toProperties(earlier, (input) => ({ ...makeInput(input), doNotSuggest: true })),
    ...toProperties(given, makeInput),
  });
}

function makeInput(input: Input): SchemaPart {
  const { title, description, default: value } = input;
  const words = [title, description].filter((text) => text !== undefined).join(': ');
  return {
    ...(words === '' ? {} : { description: words }),
    ...(value === undefined ? {} : { default: value }),
    anyOf: [...listForms(input), { type: 'null' }, placeholder],
  };
}

function listForms({ type, values = [] }: Input): readonly SchemaPart[] {
  switch (type) {
    case 'enum':
      return toChoices(
        values.map((name) => ({ name })),
        `Not one of ${formatListed(values)}.`,
      );
    case 'list':
      return [{ type: 'array' }];
    case 'mapping':
      return [{ type: ['string', 'number', 'boolean', 'object'] }];
    default:
      return [{ type }];
  }
}

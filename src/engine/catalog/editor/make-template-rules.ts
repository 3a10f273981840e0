import { formatName } from '../../../kit/text/format-name.ts';
import type { SavedItem, SavedStep, SavedTemplate } from '../../../model/live/saved-catalog.ts';
import { references } from './forms.ts';
import { makeItemSchema } from './make-item-schema.ts';
import {
  type Choice,
  type Definitions,
  placeholder,
  type SchemaPart,
  toCaseRules,
  toClosedObject,
  toForm,
  toNameSchema,
  toProperties,
} from './schema-parts.ts';

type KnownTemplate = SavedTemplate & { readonly steps: readonly SavedStep[] };

/** A template of which all environments know the steps. */
export function isKnown(template: SavedTemplate): template is KnownTemplate {
  return template.steps !== undefined;
}

/** Makes the words on a template, as an editor shows them beside its name. */
export function formatTemplateWords({ tags = [], steps = [] }: SavedTemplate): string {
  const labels = steps.map(({ name, label = name }) => formatName(label));
  const words = [
    ...(labels.length === 0 ? [] : [`Steps: ${labels.join(', ')}.`]),
    ...(tags.length === 0 ? [] : [`Tags: ${tags.map(formatName).join(', ')}.`]),
  ];
  return words.join(' ');
}

/** Makes what a cycle of this template may say: its tags, slots, variables, and steps. */
export function makeTemplateRule(template: KnownTemplate, definitions: Definitions): SchemaPart {
  const { tags = [], steps, variables = [] } = template;
  const sources = makeSources(template, definitions);
  const tag = toNameSchema(
    tags.map((each) => ({ name: each })),
    { message: 'The template has no such tag.', description: 'A tag of the template.' },
  );
  const properties = {
    from: { properties: { tag } },
    connectors: toClosedObject('Installed connector (key) of each slot.', makeSlots(steps)),
    variables: toClosedObject(
      'Cycle variables by display name.',
      toProperties(variables, (item) => makeVariable(item, definitions)),
    ),
    steps: toClosedObject(
      'Steps by name.',
      toProperties(listStepNames(steps), ({ step }) => makeStep(step, { sources, definitions })),
    ),
  };
  return definitions.add('template', { properties });
}

function listStepNames(
  steps: readonly SavedStep[],
): readonly { readonly name: string; readonly step: SavedStep }[] {
  return steps.map((step) => ({ name: step.label ?? step.name, step }));
}

function makeSlots(steps: readonly SavedStep[]): SchemaPart {
  const slots = Map.groupBy(
    steps.filter(({ connector }) => connector !== undefined),
    ({ connector = '', slot = connector }) => slot,
  );
  const items = [...slots].map(([name, users]) => ({ name, users }));
  return toProperties(items, ({ users }) => {
    const labels = users.map(({ name, label = name }) => formatName(label)).join(', ');
    const description = `Key of an installed ${formatName(users[0]?.connector ?? '')}, for ${labels}.`;
    return { description, anyOf: [{ $ref: '#/$defs/keyText' }, placeholder] };
  });
}

function makeVariable(item: SavedItem, definitions: Definitions): SchemaPart {
  const words = item.set === true ? 'The template has a value.' : 'The template has no value.';
  return makeItemSchema({ name: item.name }, { words, others: references, definitions });
}

/** Schemas of sources in mappings of one template. */
type Sources = { readonly step: SchemaPart; readonly variable: SchemaPart };

function makeSources({ steps, variables = [] }: KnownTemplate, definitions: Definitions): Sources {
  const offering = steps.flatMap(({ name, label = name, responses = [] }) => {
    if (responses.length === 0) return [];
    const message = 'The step has no such response field.';
    const choices = responses.map((each) => ({ name: each }));
    const field = toNameSchema(choices, { message, description: 'Its Location.' });
    return [{ name: label, part: definitions.add('responses', { properties: { field } }) }];
  });
  const choices = steps.map((step): Choice => {
    return { name: step.label ?? step.name, words: formatStepWords(step) };
  });
  const message = 'The template has no such step.';
  const step: SchemaPart = {
    title: 'step',
    type: 'object',
    additionalProperties: false,
    properties: {
      step: toNameSchema(choices, { message, description: 'Name of an earlier step.' }),
      field: { description: 'Its Location.' },
    },
    allOf: [{ required: ['step', 'field'] }, ...toCaseRules(['step'], offering)],
  };
  const variable = toNameSchema(
    variables.map((each) => ({ name: each.name })),
    { message: 'The template has no such variable.', description: 'Its display name.' },
  );
  return {
    step: definitions.add('source', step),
    variable: definitions.add('source', {
      title: 'variable',
      ...toForm({ type: 'object', required: ['variable'], additionalProperties: false }),
      properties: { variable },
    }),
  };
}

/** Makes the words on a step: its connector, its method, and what runs before it. */
function formatStepWords({ connector, method, webhook, after = [] }: SavedStep): string {
  const words = [
    ...(connector === undefined ? [] : [`Connector ${formatName(connector)}.`]),
    ...(method === undefined ? [] : [`Method ${formatName(method)}.`]),
    ...(webhook === true ? ['Runs when data is posted to it.'] : []),
    ...(after.length === 0 ? [] : [`Runs after ${after.map(formatName).join(', ')}.`]),
  ];
  return words.join(' ');
}

function makeStep(
  step: SavedStep,
  at: { readonly sources: Sources; readonly definitions: Definitions },
): SchemaPart {
  const { parameters = [], fields = [] } = step;
  const make = (item: SavedItem) => makeMapping(item, at);
  const properties = {
    ...(parameters.length === 0
      ? {}
      : {
          parameters: toClosedObject(
            'Mappings of parameters, by TargetName.',
            toProperties(parameters, make),
          ),
        }),
    ...(fields.length === 0
      ? {}
      : {
          fields: toClosedObject('Mappings of fields, by Location.', toProperties(fields, make)),
        }),
  };
  return { minProperties: 1, ...toClosedObject(formatStepWords(step), properties) };
}

function makeMapping(
  item: SavedItem,
  { sources, definitions }: { readonly sources: Sources; readonly definitions: Definitions },
): SchemaPart {
  const others = [
    sources.step,
    sources.variable,
    { $ref: '#/$defs/option' },
    { $ref: '#/$defs/lookup' },
    ...(item.secret === true ? [] : [{ $ref: '#/$defs/expression' }]),
    ...references,
    { $ref: '#/$defs/ignore' },
  ];
  return makeItemSchema(item, { others, hasOption: true, definitions });
}

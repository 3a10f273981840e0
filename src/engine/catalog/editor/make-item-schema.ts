import { formatName } from '../../../kit/text/format-name.ts';
import type { SavedItem } from '../../../model/live/saved-catalog.ts';
import { type Definitions, type SchemaPart, toChoices, toOffer, toRule } from './schema-parts.ts';

/** Texts that the service evaluates, that only a run resolves, or that are empty: no list has them. */
const evaluated: SchemaPart = { type: 'string', pattern: String.raw`^$|^=\S|\{\{|\$\{` };

const isStatic: SchemaPart = { type: ['string', 'number', 'boolean'] };

const isList: SchemaPart = { type: ['array'] };

const noList: SchemaPart = { type: 'object', errorMessage: 'Write one value, not a list.' };

/** Forms of types of the service, as validate judges them. Other types take any text. */
const forms: ReadonlyMap<string, { readonly pattern: string; readonly message: string }> = new Map([
  ['integer', { pattern: String.raw`^\s*[+-]?\d+\s*$`, message: 'Write a whole number.' }],
  ['float', toDecimal()],
  ['decimal', toDecimal()],
  [
    'boolean',
    {
      pattern: String.raw`^\s*(?:[Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|[01])\s*$`,
      message: 'Write true or false.',
    },
  ],
]);

function toDecimal() {
  return {
    pattern: String.raw`^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*$`,
    message: 'Write a number in quotes, such as "-2.5".',
  };
}

/** Listed values of a message. */
const maxListed = 12;

/** Makes the words on an item: its type, if it is required, and if the template has a value. */
export function formatItemWords({ type, required, secret, set }: SavedItem): string {
  const words = [
    ...(type === undefined ? [] : [`Type ${formatName(type)}.`]),
    required === true ? 'Required.' : 'Optional.',
    ...(secret === true ? ['A secret: write a reference.'] : []),
    ...(set === true ? ['The template has a value.'] : []),
  ];
  return words.join(' ');
}

/**
 * Makes the schema of the value of an item: a static one as the service lists it or of its type, or
 * one of the `others`, which are objects.
 */
export function makeItemSchema(
  item: SavedItem,
  {
    others,
    definitions,
  }: { readonly others: readonly SchemaPart[]; readonly definitions: Definitions },
): SchemaPart {
  const { values = [], type = '', secret } = item;
  const offered = secret === true ? [] : values;
  const isTruth = type.toLowerCase() === 'boolean' && offered.length === 0 && secret !== true;
  const value = definitions.add('value', {
    ...(isTruth ? { anyOf: [{ type: 'boolean', not: {} }, {}] } : toOffer(offered)),
    // An empty place has the forms, of which an editor offers the keys.
    ...toRule(
      isStatic,
      makeStaticSchema(item),
      others.length === 0 ? { type: 'string' } : toRule(isList, noList, { oneOf: others }),
    ),
  });
  return { description: formatItemWords(item), anyOf: [value] };
}

function makeStaticSchema({ type = '', values = [], secret }: SavedItem): SchemaPart {
  if (secret === true) {
    return { type: 'null', errorMessage: 'A secret: write a reference, such as {env: NAME}.' };
  }
  const scalars: SchemaPart = { type: ['integer', 'boolean'] };
  if (values.length > 0) {
    const more = values.length > maxListed ? ' …' : '';
    const listed = values.slice(0, maxListed).map(formatName).join(', ');
    const choices = toChoices(
      values.map((name) => ({ name })),
      `The service lists no such value, but ${listed}${more}.`,
    );
    return { anyOf: [...choices, evaluated, scalars] };
  }
  const form = forms.get(type.toLowerCase());
  if (form === undefined) return { type: ['string', 'integer', 'boolean'] };
  const { pattern, message } = form;
  return { anyOf: [{ type: 'string', pattern, patternErrorMessage: message }, evaluated, scalars] };
}

import { formatName } from '../../../kit/text/format-name.ts';
import type { SavedItem } from '../../../model/live/saved-catalog.ts';
import {
  type Definitions,
  formatListed,
  placeholder,
  type SchemaPart,
  toChoices,
  toOffer,
  toRule,
} from './schema-parts.ts';

const unlisted: SchemaPart = { $ref: '#/$defs/unlisted' };

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

/** Forms of a value besides a static one. */
export type ItemForms = {
  /** Words on the item; absent: those of its type. */
  readonly words?: string;
  /** Objects that any item may have. */
  readonly others: readonly SchemaPart[];
  /** True if one of them has a listed value as `option`. */
  readonly hasOption?: boolean;
  readonly definitions: Definitions;
};

/**
 * Makes the schema of the value of an item: a static one as the service lists it or of its type, or
 * one of the `others`.
 */
export function makeItemSchema(item: SavedItem, forms: ItemForms): SchemaPart {
  const { words = formatItemWords(item), others, hasOption = false, definitions } = forms;
  const { values = [], type = '', secret } = item;
  const offered = secret === true ? [] : values;
  const isTruth = type.toLowerCase() === 'boolean' && offered.length === 0 && secret !== true;
  const listed = toValueChoices(values, definitions);
  const value = {
    ...(isTruth ? { anyOf: [{ type: 'boolean', not: {} }, {}] } : toOffer(offered)),
    // An empty place has the forms, of which an editor offers the keys.
    ...toRule(
      isStatic,
      makeStaticSchema(item, listed),
      others.length === 0
        ? { type: 'string' }
        : definitions.add('objects', toRule(isList, noList, { oneOf: others })),
    ),
    ...(hasOption && listed.length > 0
      ? { properties: { option: { anyOf: [...listed, placeholder] } } }
      : {}),
  };
  return definitions.add('item', { description: words, anyOf: [value] });
}

function toValueChoices(
  values: readonly string[],
  definitions: Definitions,
): readonly SchemaPart[] {
  const message = `The service lists no such value, but ${formatListed(values.map(formatName))}.`;
  const choices = toChoices(
    values.map((name) => ({ name })),
    message,
  );
  return choices.map((each) => definitions.add('list', each));
}

function makeStaticSchema(
  { type = '', secret }: SavedItem,
  listed: readonly SchemaPart[],
): SchemaPart {
  if (secret === true) {
    return { type: 'null', errorMessage: 'A secret: write a reference, such as {env: NAME}.' };
  }
  if (listed.length > 0) return { anyOf: [...listed, unlisted] };
  const form = forms.get(type.toLowerCase());
  if (form === undefined) return { type: ['string', 'integer', 'boolean'] };
  const { pattern, message } = form;
  return { anyOf: [{ type: 'string', pattern, patternErrorMessage: message }, unlisted] };
}

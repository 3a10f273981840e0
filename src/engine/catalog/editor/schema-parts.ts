import { toHash } from '../../../kit/hash.ts';
import { toEscapedText } from '../../../model/manifest/interpolation.ts';

/** A part of a JSON Schema. */
export type SchemaPart = Readonly<Record<string, unknown>>;

/** Longer lists are checked by a pattern, because an editor shows each value of an enum in its hover. */
const maxShown = 30;

/** Texts that only a run resolves: validate judges a placeholder by its value. */
export const placeholder: SchemaPart = { $ref: '#/$defs/placeholderText' };

/** Any type. An editor quotes texts where the first type is a string. */
export const anyType = ['string', 'number', 'boolean', 'object', 'array', 'null'];

/** Makes the pattern of texts as a manifest has them. */
function toPattern(texts: readonly string[]): string {
  const escaped = texts.map((text) =>
    toEscapedText(text).replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`),
  );
  return `^(?:${escaped.join('|')})$`;
}

// A manifest is UTF-8, which has no half of a pair; a schema with one is not valid.
function isSayable({ name }: { readonly name: string }): boolean {
  return name.isWellFormed();
}

/** A value of a list, and what it is in words. */
export type Choice = { readonly name: string; readonly words?: string };

/**
 * Makes alternatives of which an editor offers each name once. `message` says what is wrong with
 * another text.
 */
export function toChoices(all: readonly Choice[], message: string): readonly SchemaPart[] {
  const choices = all.filter(isSayable);
  const offered = toOffered(choices);
  if (offered === null) return [];
  if (choices.length <= maxShown) return [{ ...offered, errorMessage: message }];
  const pattern = toPattern(choices.map(({ name }) => name));
  return [
    { type: 'string', pattern, patternErrorMessage: message },
    { ...offered, not: {} },
  ];
}

function toOffered(all: readonly Choice[]): SchemaPart | null {
  const choices = all.filter(isSayable);
  if (choices.length === 0) return null;
  const words = choices.map((each) => each.words ?? '');
  return {
    type: anyType,
    enum: choices.map(({ name }) => toEscapedText(name)),
    ...(words.every((each) => each === '') ? {} : { enumDescriptions: words }),
  };
}

/**
 * Offers names where another part of the schema checks them. The first alternative never matches: an
 * editor completes from it, and shows nothing of it.
 */
export function toOffer(names: readonly string[]): SchemaPart {
  const offered = toOffered(names.map((name) => ({ name })));
  return offered === null ? {} : { anyOf: [{ ...offered, not: {} }, {}] };
}

/** Names of a message; an editor offers all. */
const maxListed = 12;

/** Formats the first names of a list for a message. */
export function formatListed(names: readonly string[]): string {
  const more = names.length > maxListed ? ' …' : '';
  return `${names.slice(0, maxListed).join(', ')}${more}`;
}

/** Makes the schema of a name that the catalog lists, or a placeholder. */
export function toNameSchema(
  choices: readonly Choice[],
  { message, description }: { readonly message: string; readonly description: string },
): SchemaPart {
  return { description, anyOf: [...toChoices(choices, message), placeholder] };
}

/** Makes a condition on a text below an object, such as the name of its connector. */
export function toCondition(path: readonly string[], texts: readonly string[]): SchemaPart {
  // An enum would match each text that begins so, while a person types.
  const last: SchemaPart = { type: 'string', pattern: toPattern(texts) };
  return path.reduceRight<SchemaPart>(
    (inner, key) => ({ type: 'object', properties: { [key]: inner }, required: [key] }),
    last,
  );
}

/** Makes what holds if a condition does, and what else. */
export function toRule(
  condition: SchemaPart,
  then: SchemaPart,
  otherwise?: SchemaPart,
): SchemaPart {
  return { if: condition, then, ...(otherwise === undefined ? {} : { else: otherwise }) };
}

/** A name, and the part of a schema that holds for it. */
export type Case = { readonly name: string; readonly part: SchemaPart };

/** Makes a rule for each text at a path. Names of which the same holds share one. */
export function toCases(
  path: readonly string[],
  all: readonly Case[],
  otherwise: SchemaPart,
): SchemaPart {
  const cases = all.filter(isSayable);
  if (cases.length === 0) return otherwise;
  const names = cases.map(({ name }) => name);
  return toRule(toCondition(path, names), { allOf: toCaseRules(path, cases) }, otherwise);
}

/** Makes the rules of cases, without one for other texts. */
export function toCaseRules(
  path: readonly string[],
  cases: readonly Case[],
): readonly SchemaPart[] {
  const byPart = Map.groupBy(cases.filter(isSayable), ({ part }) => JSON.stringify(part));
  return [...byPart.values()].flatMap((same) => {
    const names = same.map(({ name }) => name);
    return same.slice(0, 1).map(({ part }) => toRule(toCondition(path, names), part));
  });
}

/** Makes an object of which an editor offers each key once, and not the required ones together too. */
export function toForm(part: SchemaPart): SchemaPart {
  const { description: _, required, ...rest } = part;
  return { ...rest, allOf: [{ required }] };
}

/** Makes properties by the names that a manifest has. Of equal names the first counts. */
export function toProperties<T extends { readonly name: string }>(
  items: readonly T[],
  make: (item: T) => SchemaPart,
): SchemaPart {
  const byName = Map.groupBy(items.filter(isSayable), ({ name }) => toEscapedText(name));
  return Object.fromEntries(
    [...byName].flatMap(([name, [first]]) => (first === undefined ? [] : [[name, make(first)]])),
  );
}

/** Makes an object that has these properties and no other. */
export function toClosedObject(description: string, properties: SchemaPart): SchemaPart {
  return { type: 'object', description, properties, additionalProperties: false };
}

/** Shorter parts are repeated: a reference would be no shorter. */
const minShared = 60;

/** Definitions of a schema. Equal ones are written once, under a name that only their content changes. */
export class Definitions {
  readonly #parts = new Map<string, SchemaPart>();

  /** Adds a definition, and returns the reference to it; a part that is as short stays as it is. */
  add(kind: string, part: SchemaPart): SchemaPart {
    const text = JSON.stringify(part);
    if (text.length < minShared) return part;
    const name = `${kind}-${toHash(text).slice(0, 10)}`;
    this.#parts.set(name, part);
    return { $ref: `#/$defs/${name}` };
  }

  /** Lists all of them by name. */
  list(): SchemaPart {
    const names = [...this.#parts.keys()].sort();
    return Object.fromEntries(names.map((name) => [name, this.#parts.get(name)]));
  }
}

import { compareTexts } from '../../../kit/text/compare-texts.ts';
import { toSlug } from '../../../kit/text/to-slug.ts';
import { maxKeyLength } from '../../../model/address.ts';
import type { SavedTemplate } from '../../../model/live/saved-catalog.ts';
import { type Definitions, type SchemaPart, toCondition, toRule } from './schema-parts.ts';

/** Names of connectors in the catalog by the keys that manifests give them. */
export type OwnKeys = ReadonlyMap<string, ReadonlySet<string>>;

/** Slots of one connector that are offered a key; a template seldom has more. */
const ordinals = ['', '#2', '#3'];

/** Keys that have a rule: an editor evaluates each one in each file. */
const mostKeys = 500;

/**
 * Makes the rules of slots: only a file that has a key may name it. Each key of the project has its
 * own rule, because JSON Schema cannot refer to keys of the same file.
 */
export function makeSlotRules(keys: OwnKeys, definitions: Definitions): readonly SchemaPart[] {
  const sayable = [...keys].flatMap(([key, all]) => {
    const names = [...all].filter((name) => name.isWellFormed()).sort();
    return names.length === 0 ? [] : [[key, names] as const];
  });
  return (
    sayable
      .slice(0, mostKeys)
      // Another account that uses a key is no other schema.
      .toSorted(([one], [other]) => compareTexts(one, other))
      .map(([key, names]) => definitions.add('key', makeKeyRule(key, names)))
  );
}

function makeKeyRule(key: string, names: readonly string[]): SchemaPart {
  const hasKey = {
    type: 'object',
    required: ['connectors'],
    properties: { connectors: { type: 'object', required: [key] } },
  };
  const offered = names.map((name) =>
    toRule(toCondition(['connectors', key, 'connector', 'name'], [name]), toOffered(key, name)),
  );
  return toRule(hasKey, { allOf: offered }, toSlots({ additionalProperties: toRefused(key) }));
}

/**
 * Adds the keys that cyclectl itself would give to connectors of templates, so that the editor knows
 * them before a manifest has them.
 */
export function withUsualKeys(keys: OwnKeys, templates: readonly SavedTemplate[]): OwnKeys {
  const all = new Map([...keys].map(([key, names]) => [key, new Set(names)]));
  for (const { steps = [] } of templates) {
    for (const { connector = '' } of steps) {
      const key = toSlug(connector, maxKeyLength);
      if (key !== '') all.set(key, (all.get(key) ?? new Set()).add(connector));
    }
  }
  return all;
}

function toOffered(key: string, name: string): SchemaPart {
  // An editor completes from the first alternative, and offers no slot that the template lacks.
  const offered: SchemaPart = { doNotSuggest: true, anyOf: [{ const: key, not: {} }, {}] };
  const slots = ordinals.map((ordinal) => [`${name}${ordinal}`, offered]);
  return toSlots({ properties: Object.fromEntries(slots) });
}

function toRefused(key: string): SchemaPart {
  const refused = { type: 'null', errorMessage: `This file has no connector ${key}.` };
  return toRule(toCondition([], [key]), refused);
}

function toSlots(connectors: SchemaPart): SchemaPart {
  return { properties: { cycles: { additionalProperties: { properties: { connectors } } } } };
}

import { type SchemaPart, toCondition, toRule } from './schema-parts.ts';

/** Names of connectors in the catalog by the keys that manifests give them. */
export type OwnKeys = ReadonlyMap<string, ReadonlySet<string>>;

/** Slots of one connector that are offered a key; a template seldom has more. */
const ordinals = ['', '#2', '#3'];

/**
 * Makes the rules of slots: only a file that has a key may name it. Each key of the project has its
 * own rule, because JSON Schema cannot refer to keys of the same file.
 */
export function makeSlotRules(keys: OwnKeys): readonly SchemaPart[] {
  return [...keys].flatMap(([key, names]) => [
    ...[...names].map((name) =>
      toRule(toCondition(['connectors', key, 'connector', 'name'], [name]), toOffered(key, name)),
    ),
    toRule(
      {
        type: 'object',
        required: ['connectors'],
        properties: { connectors: { type: 'object', required: [key] } },
      },
      {},
      toSlots({ additionalProperties: toRefused(key) }),
    ),
  ]);
}

function toOffered(key: string, name: string): SchemaPart {
  // An editor completes from the first alternative, and offers no slot that the template lacks.
  const offered: SchemaPart = { doNotSuggest: true, anyOf: [{ const: key, not: {} }, {}] };
  const slots = ordinals.map((ordinal) => [`${name}${ordinal}`, offered]);
  return toSlots({ properties: Object.fromEntries(slots) });
}

function toRefused(key: string): SchemaPart {
  const refused = { type: 'null', errorMessage: `This file has no connector ${key}.` };
  return toRule({ type: 'string', pattern: `^${key}$` }, refused);
}

function toSlots(connectors: SchemaPart): SchemaPart {
  return { properties: { cycles: { additionalProperties: { properties: { connectors } } } } };
}

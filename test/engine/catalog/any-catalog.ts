import fc from 'fast-check';
import { itemTypes, type SavedCatalog } from '../../../src/model/live/saved-catalog.ts';

/** Any name, also those that programs trip over. */
export const name: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('a', 'b', 'a b', '__proto__', 'constructor', 'x/y', '"', 'a\0b', '\u202e', '1.0'),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const flag = fc.constantFrom(true as const);
const item = fc.record(
  {
    name,
    type: fc.constantFrom(...itemTypes),
    required: flag,
    secret: flag,
    set: flag,
    unset: flag,
    values: fc.array(name, { maxLength: 3 }),
  },
  { requiredKeys: ['name'] },
);
const items = fc.array(item, { maxLength: 3 });
const step = fc.record(
  {
    name,
    connector: name,
    method: name,
    webhook: flag,
    after: fc.array(name, { maxLength: 2 }),
    parameters: items,
  },
  { requiredKeys: ['name'] },
);
/** Any catalog of an environment. */
export const catalog: fc.Arbitrary<SavedCatalog> = fc.record({
  areTemplatesListed: fc.boolean(),
  connectors: fc.uniqueArray(
    fc.oneof(
      fc.record({ name, version: name }, { requiredKeys: ['name'] }),
      fc.record({ name, authentications: fc.constant([]), properties: items }),
    ),
    {
      selector: (each) => JSON.stringify([each.name, 'version' in each ? each.version : null]),
      maxLength: 4,
    },
  ),
  templates: fc.array(
    fc.oneof(
      fc.record({ name, tags: fc.array(name, { maxLength: 2 }) }, { requiredKeys: ['name'] }),
      fc.record({ name, steps: fc.array(step, { maxLength: 3 }), variables: items }),
    ),
    { maxLength: 4 },
  ),
});

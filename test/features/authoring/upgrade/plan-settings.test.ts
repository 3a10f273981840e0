import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeInitRecord } from '../../../../src/features/authoring/init/make-scaffold-files.ts';
import {
  mergeIgnored,
  mergeRecommendations,
  mergeSchemas,
  planSettings,
} from '../../../../src/features/authoring/upgrade/plan-settings.ts';

const next = makeInitRecord(
  { environment: 'prod', target: { kind: 'remote' } },
  { within: '', accounts: 1 },
);
const merges = { mergeSchemas, mergeRecommendations, mergeIgnored };

it.each(Object.entries(merges))(
  '%s takes any JSON, and has nothing to add to what it made',
  (_, merge) => {
    const names = fc.constantFrom(
      'yaml.schemas',
      'recommendations',
      'unwantedRecommendations',
      './schemas/fleet.schema.json',
      'schemas/account.schema.json',
      '__proto__',
    );
    const settings = fc.dictionary(
      names,
      fc.oneof(fc.jsonValue(), fc.dictionary(names, fc.jsonValue())),
    );
    fc.assert(
      fc.property(
        settings,
        fc.constantFrom(undefined, 2),
        fc.boolean(),
        (value, indent, isKnown) => {
          const base = isKnown ? next : null;
          const made = merge(JSON.stringify(value, null, indent), { base, next });
          if (made === null) return;
          expect(merge(made.text, { base, next })).toEqual({ ...made, added: [] });
          if (isKnown) expect(made.added).toEqual([]);
        },
      ),
    );
  },
);

it.each([
  ['[]', mergeSchemas],
  ['{"yaml.schemas": []}', mergeSchemas],
  ['{"recommendations": {}}', mergeRecommendations],
  ['not JSON', mergeRecommendations],
])('%s is left to people', (text, merge) => {
  const file = { path: 'settings.json', present: { text, mode: 0o644 } };
  expect(planSettings(file, { base: null, next }, merge)).toMatchObject({
    did: 'foreign',
    write: null,
  });
});

it('a schema that people name without the dot is that schema', () => {
  const text = JSON.stringify({ 'yaml.schemas': { 'schemas/project.schema.json': 'ours.yaml' } });
  const made = mergeSchemas(text, { base: null, next });
  expect(made?.lacking).toEqual(['"./schemas/project.schema.json": ["cyclectl.yaml"]']);
  expect(made?.text).not.toContain('"./schemas/project.schema.json"');
});

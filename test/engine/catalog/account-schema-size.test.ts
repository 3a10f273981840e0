import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatEditorSchema } from '../../../src/engine/catalog/editor/format-editor-schema.ts';
import { makeAccountSchema } from '../../../src/engine/catalog/editor/make-account-schema.ts';
import type { OwnKeys } from '../../../src/engine/catalog/editor/make-slot-rules.ts';
import { formatCatalogFile } from '../../../src/engine/catalog/format-catalog-file.ts';
import type { SavedCatalog, SavedCatalogs } from '../../../src/model/live/saved-catalog.ts';
import { makeLargeCatalog } from '../../editor/large-catalog.ts';
import { catalog, name } from './any-catalog.ts';

const published = JSON.parse(
  await readFile(new URL('../../../schemas/account.schema.json', import.meta.url), 'utf8'),
);

/** What the schema has of no catalog, and the rules of at most 500 keys. */
const base = 120_000;
const keyBytes = 1300;

/** The bound that docs/guides/save-the-catalog.md states. */
const mostTimes = 12;

function format(catalogs: SavedCatalogs, keys: OwnKeys = new Map()): string {
  return formatEditorSchema(
    makeAccountSchema(published, { catalogs, keys, blueprints: new Map() }),
  );
}

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Catalogs of which something is repeated, if anything is. */
const large: Readonly<Record<string, Partial<SavedCatalog>>> = {
  'versions of one connector': {
    connectors: range(2000).map((each) => ({
      name: 'A',
      version: `1.${each}`,
      authentications: [],
      properties: [{ name: `of ${each}` }],
    })),
  },
  'names of connectors': { connectors: range(5000).map((each) => ({ name: `A ${each}` })) },
  methods: {
    connectors: range(50).map((connector) => ({
      name: `A ${connector}`,
      authentications: [],
      properties: [],
      methods: range(100).map((each) => ({ name: `${connector} ${each}` })),
    })),
  },
  'lists of values': makeTemplate((step, each) => ({
    name: `f${each}`,
    values: [`${step}.${each}`],
  })),
  'long lists of values': makeTemplate((step, each) => ({
    name: `f${each}`,
    values: range(100).map((value) => `${step} ${each} ${value}`),
  })),
  types: makeTemplate((_, each) => ({ name: `f${each}`, type: `Type ${each}` })),
  'names with signs': { connectors: range(1000).map((each) => ({ name: `\\$(\u202e${each}` })) },
};

function makeTemplate(
  make: (step: number, each: number) => { readonly name: string },
): Partial<SavedCatalog> {
  const steps = range(10).map((step) => ({
    name: `Step ${step}`,
    fields: range(50).map((each) => make(step, each)),
  }));
  return { templates: [{ name: 'A', steps, variables: [] }] };
}

describe('the schema of accounts with a catalog', () => {
  it.each(Object.keys(large))('is at most twelve times as large as one of many %s', (title) => {
    const empty = { areTemplatesListed: true, connectors: [], templates: [] };
    const catalogs = new Map([['prod', { ...empty, ...large[title] }]]);
    const size = formatCatalogFile(catalogs).length;
    expect(format(catalogs).length).toBeLessThan(base + mostTimes * size);
  });

  it('is a quarter as large as a catalog of 500 connectors with 50 methods each, or less', () => {
    const catalogs = makeLargeCatalog();
    const size = JSON.stringify([...catalogs]).length;
    expect(format(catalogs).length).toBeLessThan(size / 4);
  });

  it('has rules of the 500 first keys of a project', () => {
    const keys = new Map(range(600).map((each) => [`key-${each}`, new Set(['A'])]));
    const text = format(new Map(), keys);
    expect(text.length).toBeLessThan(base + 500 * keyBytes);
    expect(text).toContain('key-500');
    expect(text).not.toContain('key-501');
  });

  it('is the same, in whichever order manifests use keys and connectors', () => {
    const keys = new Map([
      ['crm', new Set(['A', 'B'])],
      ['a-crm', new Set(['A'])],
    ]);
    const turned = new Map([
      ['a-crm', new Set(['A'])],
      ['crm', new Set(['B', 'A'])],
    ]);
    expect(format(new Map(), turned)).toBe(format(new Map(), keys));
  });

  it('is a schema of bounded size, whatever is in the catalog', () => {
    const half = fc.constantFrom('\ud800', 'a\udc00', '\udc00\ud800b');
    const anyName = fc.oneof(name, half);
    const odd = fc.array(anyName, { minLength: 1, maxLength: 3 }).map(
      (names): SavedCatalog => ({
        areTemplatesListed: true,
        connectors: names.map((each) => ({
          name: each,
          version: each,
          authentications: [{ name: each, type: each }],
          properties: [{ name: each, values: [each] }],
          methods: [{ name: each, parameters: [{ name: each, type: each }] }],
        })),
        templates: names.map((each) => ({
          name: each,
          tags: [each],
          variables: [{ name: each }],
          steps: [
            { name: each, connector: each, fields: [{ name: each, values: [each] }] },
            { name: 'b', responses: [each], parameters: [{ name: each, secret: true }] },
          ],
        })),
      }),
    );
    fc.assert(
      fc.property(fc.oneof(catalog, odd), fc.oneof(catalog, odd), anyName, (one, other, each) => {
        const catalogs = new Map([
          ['prod', one],
          ['test', other],
        ]);
        const text = format(catalogs, new Map([[each.toWellFormed(), new Set([each])]]));
        const ajv = new Ajv2020({
          strict: false,
          validateFormats: false,
          // Compiling is dear, and one document is validated.
          code: { optimize: false },
        });
        const validate = ajv.compile(JSON.parse(text));
        expect(validate({}), 'no account').toBe(false);
        expect(text.isWellFormed()).toBe(true);
        expect(text.length).toBeLessThan(base + mostTimes * formatCatalogFile(catalogs).length);
      }),
      { seed: 15, numRuns: 15 },
    );
  });
});

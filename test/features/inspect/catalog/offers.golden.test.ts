import { describe, expect, it } from 'vitest';
import type { World } from '../../../../src/emulator/world/file/world.ts';
import { formatCatalogJson } from '../../../../src/features/inspect/catalog/catalog-command.ts';
import type { CatalogSearch } from '../../../../src/features/inspect/catalog/catalog-result.ts';
import { formatCatalogText } from '../../../../src/features/inspect/catalog/format-catalog-text.ts';
import {
  type CatalogQuery,
  readCatalog,
} from '../../../../src/features/inspect/catalog/read-catalog.ts';
import { plainPaint } from '../../../../src/reports/text/paint.ts';
import { startEmulator } from '../../../emulator/support/start-emulator.ts';
import { quickstartWorld } from '../../../emulator/support/worlds.ts';
import { readGolden } from '../../../golden/read-golden.ts';
import { findRawLines, findWideLines, target } from '../../../reports/samples/read-text.ts';
import { openOnEmulator } from '../../../service/open-for-test.ts';

// What people read of the catalogue, whole, read over HTTP from worlds that tests make.

/** Names that are long, that YAML would misread, and that would act upon a terminal. */
const hostileWorld: World = {
  seed: 1,
  connectors: [
    {
      name: 'true: "yes" \u001b[31m#1',
      description: `First line.\nSecond \u202eline. ${'Long words follow. '.repeat(30)}`,
      releases: [
        {
          version: '1.0',
          properties: [{ name: 'on' }, { name: 'a b: c', sensitive: true }],
          methods: [
            {
              name: 'Write',
              endpoint: `POST /${'very-long-path/'.repeat(8)}`,
              parameters: [
                { name: 'x'.repeat(60), required: true, type: 'Integer' },
                {
                  name: 'state',
                  values: Array.from({ length: 40 }, (_, index) => `state ${index}`),
                },
                { name: 'one', values: ['only: one'] },
              ],
              fields: ['[rows].[cells].value', { location: 'a#b', required: true }, 'null'],
              responseFields: Array.from({ length: 60 }, (_, index) => `Item${index}.Value`),
            },
          ],
        },
        { version: '1.10' },
        { version: '1.9' },
      ],
    },
    { name: '2024', releases: [{ version: '1', methods: [{ name: 'Ping', type: 'Script' }] }] },
  ],
};

describe('the catalogue as text', () => {
  it('lists connectors with versions, authentication types and properties', async () => {
    await expectGolden('catalog/connectors.txt', await ask({ kind: 'connectors', search: null }));
  });

  it('lists templates with their tags and connectors', async () => {
    await expectGolden('catalog/templates.txt', await ask({ kind: 'templates', search: 'files' }));
  });

  it('lists methods with names to paste into a manifest', async () => {
    const question = { kind: 'methods', search: null, version: null } as const;
    await expectGolden('catalog/methods.txt', await ask({ ...question, connector: 'Sample CRM' }));
  });

  it('stays readable and harmless with names of every kind', async () => {
    const connectors = await ask({ kind: 'connectors', search: null }, hostileWorld);
    await expectGolden('catalog/hostile-connectors.txt', connectors);
    const connector = hostileWorld.connectors?.[0]?.name ?? '';
    const question = { kind: 'methods', search: null, version: '1.0', connector } as const;
    await expectGolden('catalog/hostile-methods.txt', await ask(question, hostileWorld));
  });

  it('says that a search finds nothing', async () => {
    const found = await ask({ kind: 'connectors', search: 'no such thing' });
    expect(writeText(found)).toMatch(/0 of 4\n\nNo connector contains "no such thing"\.\n$/);
  });
});

it('the catalogue as data has one item a line, with ids and without signs that act', async () => {
  const connector = hostileWorld.connectors?.[0]?.name ?? '';
  const question = { kind: 'methods', search: 'STATE', version: '1.0', connector } as const;
  const text = formatCatalogJson(await ask(question, hostileWorld));
  expect(findRawLines(text)).toEqual([]);
  const read: unknown = JSON.parse(text);
  expect(read).toMatchObject({
    kind: 'catalog',
    run: { of: 'methods', connector, version: '1.0', all: 1 },
    methods: [{ id: expect.stringMatching(/^\d+$/), uniqueId: expect.any(String), name: 'Write' }],
  });
});

async function ask(
  question: CatalogQuery,
  world: World | string = quickstartWorld,
): Promise<CatalogSearch> {
  const { reader } = await openOnEmulator(await startEmulator({ world }));
  const read = await readCatalog(reader, question);
  if ('refused' in read) return expect.unreachable(JSON.stringify(read.refused));
  return read;
}

function writeText(offer: CatalogSearch): string {
  return formatCatalogText(offer, target, { paint: plainPaint, columns: 80 });
}

async function expectGolden(name: string, offer: CatalogSearch): Promise<void> {
  const text = writeText(offer);
  expect(findRawLines(text)).toEqual([]);
  expect(findWideLines(text)).toEqual([]);
  expect(text).toBe(await readGolden(name, text));
}

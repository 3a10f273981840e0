import { describe, expect, it } from 'vitest';
import type { EmulatorOptions } from '../../../../src/emulator/emulator.ts';
import {
  type CatalogQuery,
  readCatalog,
} from '../../../../src/features/inspect/catalog/read-catalog.ts';
import { startEmulator } from '../../../emulator/support/start-emulator.ts';
import { quickstartWorld } from '../../../emulator/support/worlds.ts';
import { openOnEmulator } from '../../../service/open-for-test.ts';

async function open(options: Partial<EmulatorOptions> = {}) {
  const emulator = await startEmulator({ world: quickstartWorld, ...options });
  const rig = await openOnEmulator(emulator);
  return { emulator, rig, ask: (question: CatalogQuery) => readCatalog(rig.reader, question) };
}

const manyConnectors = {
  seed: 1,
  connectors: Array.from({ length: 1300 }, (_, index) => ({
    name: `Connector ${String(index).padStart(4, '0')}`,
    releases: [{ version: '1' }],
  })),
};

describe('connectors', () => {
  it('come from all pages, each name once and in order', async () => {
    const { ask, rig } = await open({ world: manyConnectors });
    const read = await ask({ kind: 'connectors', search: null });
    expect(rig.observed.filter(({ path }) => path === '/connectors').length).toBeGreaterThan(1);
    expect(namesOf(read)).toEqual(manyConnectors.connectors.map(({ name }) => name));
  });

  it('have their versions in order, the oldest first', async () => {
    const { ask } = await open();
    const read = await ask({ kind: 'connectors', search: 'crm' });
    expect(read).toMatchObject({
      all: 4,
      result: { connectors: [{ name: 'Sample CRM', versions: ['1.0', '2.0'] }] },
    });
  });

  it('are searched in names, descriptions and categories, in whatever capitals', async () => {
    const { ask } = await open();
    const find = async (search: string) => namesOf(await ask({ kind: 'connectors', search }));
    expect(await find('MAILER')).toEqual(['Sample Mailer']);
    expect(await find('folders of')).toEqual(['Sample File Store']);
    expect(await find('marketing')).toEqual(['Sample Mailer']);
  });
});

describe('methods', () => {
  const question = { kind: 'methods', version: null, search: null } as const;

  it('are those of the latest release, or of the version that is named', async () => {
    const { ask } = await open();
    const latest = await ask({ ...question, connector: 'Sample CRM' });
    expect(latest).toMatchObject({ result: { version: '2.0' } });
    const older = await ask({ ...question, connector: 'Sample CRM', version: '1.0' });
    expect(older).toMatchObject({ result: { version: '1.0' } });
    expect(idsOf(older).every((id) => !idsOf(latest).includes(id))).toBe(true);
  });

  it('say what a parameter takes', async () => {
    const { ask } = await open();
    const read = await ask({ ...question, connector: 'Sample CRM', search: 'modifiedSince' });
    expect(read).toMatchObject({
      all: 3,
      result: {
        methods: [
          {
            name: 'List changed contacts',
            format: 'json',
            parameters: [
              { name: 'modifiedSince', isOptional: false, dataType: 'DateTime' },
              { name: 'list', isOptional: true, values: ['Customers', 'Leads', 'Partners'] },
            ],
          },
        ],
      },
    });
  });

  it('of a connector whose name is a number are not those of the release with that id', async () => {
    const methods = [{ name: 'Ping' }];
    const { ask } = await open({
      world: {
        seed: 1,
        connectors: [
          { name: '4711', releases: [{ version: '1', methods }] },
          { name: 'Other', releases: [{ id: 4711, version: '1' }] },
        ],
      },
    });
    expect(namesOf(await ask({ ...question, connector: '4711' }))).toEqual(['Ping']);
  });

  it('are read through an account that exists where the catalog is refused without one', async () => {
    const { ask, emulator } = await open({ choices: { catalogueNeedsAccount: 'yes' } });
    expect(await ask({ ...question, connector: 'Sample CRM' })).toMatchObject({
      refused: [{ code: 'unread' }],
    });
    emulator.control.seed([{ id: 'somebody', name: 'Somebody' }]);
    expect(namesOf(await ask({ ...question, connector: 'Sample CRM' }))).toHaveLength(3);
  });

  it('of an unknown connector or version are refused with what there is', async () => {
    const { ask } = await open();
    expect(await ask({ ...question, connector: 'Sample CMR' })).toMatchObject({
      refused: [{ code: 'connector-unknown', remedy: 'Nearest names: "Sample CRM".' }],
    });
    expect(await ask({ ...question, connector: 'Sample CRM', version: '3' })).toMatchObject({
      refused: [{ code: 'connector-version-unknown', remedy: 'Available versions: "1.0", "2.0".' }],
    });
  });
});

it('templates are searched in names, descriptions, tags and connectors', async () => {
  const { ask } = await open();
  const find = async (search: string) => namesOf(await ask({ kind: 'templates', search }));
  expect(await find('mailer')).toEqual(['Contacts to Mailer']);
  expect(await find('our app')).toEqual(['Order Backfill', 'Orders to Files']);
});

it('only what cannot be read is reported', async () => {
  const { ask, emulator } = await open({ control: true });
  emulator.control.plantFaults([
    { method: 'GET', path: '/v1.0/templates', every: 1, do: 'status', status: 403 },
  ]);
  expect(await ask({ kind: 'templates', search: null })).toMatchObject({
    refused: [{ code: 'unread', summary: expect.stringContaining('403') }],
  });
});

function namesOf(read: Awaited<ReturnType<typeof readCatalog>>): readonly string[] {
  if ('refused' in read) return expect.unreachable(JSON.stringify(read.refused));
  const { result } = read;
  if (result.kind === 'connectors') return result.connectors.map(({ name }) => name);
  if (result.kind === 'templates') return result.templates.map(({ name }) => name);
  return result.methods.map(({ name }) => name);
}

function idsOf(read: Awaited<ReturnType<typeof readCatalog>>): readonly string[] {
  if ('refused' in read || read.result.kind !== 'methods') return expect.unreachable();
  return read.result.methods.map(({ id }) => id);
}

import { expect, it } from 'vitest';
import {
  toAccountAddress,
  toConnectorAddress,
  toCycleAddress,
} from '../../../../src/model/address.ts';
import { quickstartWorld } from '../../../emulator/support/worlds.ts';
import { listTemplateIds, openDocumented, settle } from '../../../guarantees/open-documented.ts';
import { consoleRequest } from '../../../worlds/console/console-request.ts';
import { adoptIn } from '../../../worlds/features/adopt-in.ts';
import type { TestFixture } from '../../../worlds/fixture.ts';
import {
  applyAll,
  editManifest,
  listLeft,
  listWrites,
  openQuickstart,
  planOne,
  quickstartIds,
  readLive,
} from '../../../worlds/quickstart.ts';

const files = 'northwind/cycles/contacts-to-files';
const mailer = 'northwind/cycles/contacts-to-mailer';

async function openForgotten(): Promise<TestFixture> {
  const fixture = await openQuickstart();
  await applyAll(fixture);
  fixture.loseStore();
  return fixture;
}

/** What is bound by an adopt, or the codes of what speaks against it. */
async function adopt(fixture: TestFixture, address: string, live: string) {
  const came = await adoptIn(fixture, address, { live });
  if (came === 'bound') return came;
  return 'bound' in came
    ? came.bound.map((each) => each.address)
    : came.map(({ code, summary }) => `${code}: ${summary}`);
}

async function change(fixture: TestFixture, name: string, body: object): Promise<string> {
  const { cycles } = readLive(fixture, 'northwind');
  const id = cycles.find((each) => each.name === name)?.id ?? '';
  const there = { path: `/v1.0/cycles/${id}`, account: quickstartIds.northwind };
  await consoleRequest(fixture.emulator, { method: 'PUT', ...there, body });
  return id;
}

it('binds one entry and its account, and nothing beside it', async () => {
  const fixture = await openForgotten();
  const since = fixture.emulator.requests().length;
  expect(await adopt(fixture, 'northwind/connectors/crm', 'crm')).toEqual([
    'northwind',
    'northwind/connectors/crm',
  ]);
  expect(await adopt(fixture, files, 'Contacts to files')).toEqual([files]);
  expect(await adopt(fixture, files, 'Contacts to files')).toBe('bound');
  expect(listWrites(fixture, since)).toEqual([]);
  const plan = await planOne(fixture, 'northwind');
  expect(plan.operations).toEqual([]);
  const adopts = plan.changes.map(({ verb, address }) => `${verb} ${address}`);
  expect(adopts).toEqual([
    'adopt northwind/connectors/files',
    'adopt northwind/connectors/mailer',
    `adopt ${mailer}`,
  ]);
});

it('binds what has another name, which the next apply writes', async () => {
  const fixture = await openForgotten();
  const id = await change(fixture, 'Contacts to mailer', { Name: 'Mailing (by hand)', Tags: [] });
  expect(await adopt(fixture, mailer, 'Mailing (by hand)')).toEqual(['northwind', mailer]);
  expect((await planOne(fixture, 'northwind')).changes).toContainEqual(
    expect.objectContaining({
      address: mailer,
      verb: 'update',
      fields: [expect.objectContaining({ path: 'displayName', moved: 'manifest' })],
    }),
  );
  await applyAll(fixture);
  const { cycles } = readLive(fixture, 'northwind');
  expect(cycles.find((each) => each.id === id)?.name).toBe('Contacts to mailer');
  expect(cycles.length).toBe(2);
  expect(listLeft(await fixture.plan())).toEqual([]);
});

it('binds what is clear where something else of the account is not', async () => {
  const fixture = await openForgotten();
  const { templates } = fixture.emulator.control.dump();
  const template = templates.find(({ name }) => name === 'Contacts to Mailer')?.id;
  const there = { path: `/v1.0/templates/${template}/install`, account: quickstartIds.northwind };
  await consoleRequest(fixture.emulator, { method: 'POST', ...there, body: {} });
  await change(fixture, 'Contacts to Mailer', { Name: 'Contacts to mailer', Tags: [] });
  const tagged = readLive(fixture, 'northwind').cycles.filter(({ name }) => /mailer/.test(name));
  expect(tagged.length).toBe(2);
  expect(await adopt(fixture, files, 'Contacts to files')).toEqual(['northwind', files]);
  expect(await adopt(fixture, mailer, 'Contacts to mailer')).toEqual([
    expect.stringContaining(
      'ambiguous: 2 cycles of the account have the name "Contacts to mailer"',
    ),
  ]);
});

it('binds an account by the id that its manifest says, and no other', async () => {
  const fixture = await openForgotten();
  expect(await adopt(fixture, 'northwind', 'contoso.example')).toEqual([
    expect.stringContaining('adopt-not-fitting: "Contoso" (contoso.example) is another account'),
  ]);
  expect(await adopt(fixture, 'northwind', 'nobody')).toEqual([
    expect.stringContaining('adopt-not-found'),
  ]);
  editManifest(fixture, 'northwind', { from: 'id: northwind-8812', to: 'id: northwind-1' });
  expect(await adopt(fixture, 'northwind', 'northwind-8812')).toEqual([
    expect.stringContaining(
      'the manifest declares the id northwind-1, which the service does not have',
    ),
  ]);
  expect(await adopt(fixture, files, 'Contacts to files')).toEqual([
    expect.stringContaining(
      'adopt-not-found: Nothing can be bound: the service has no account with the id "northwind-1"',
    ),
  ]);
  editManifest(fixture, 'northwind', { from: 'id: northwind-1', to: 'id: northwind-8812' });
  expect(await adopt(fixture, 'northwind', 'northwind-8812')).toEqual(['northwind']);
  expect(await adopt(fixture, 'northwind', 'northwind-8812')).toBe('bound');
});

it('binds an account to one key alone', async () => {
  const fixture = await openForgotten();
  await fixture.store.update({
    account: 'contoso',
    saveObjects: [
      {
        address: toAccountAddress('contoso'),
        kind: 'account',
        remoteId: 'northwind-8812',
        applied: {},
        run: null,
      },
    ],
  });
  for (const [address, live] of [
    ['northwind', 'northwind-8812'],
    [files, 'Contacts to files'],
  ] as const) {
    expect(await adopt(fixture, address, live)).toEqual([
      expect.stringContaining('account-bound-elsewhere: northwind has the id northwind-8812'),
    ]);
  }
});

it('binds an entry again whose object is gone, and protects it as the manifest says', async () => {
  const fixture = await openForgotten();
  editManifest(fixture, 'northwind', {
    from: /^ {4}contacts-to-mailer:\n/m,
    to: '$&      protect: true\n',
  });
  const gone = {
    kind: 'cycle',
    remoteId: '00000000-0000-4000-8000-000000000000',
    applied: {},
    run: null,
  } as const;
  const address = toCycleAddress('northwind', 'contacts-to-mailer');
  await fixture.store.update({ account: 'northwind', saveObjects: [{ address, ...gone }] });
  expect(await adopt(fixture, mailer, 'Contacts to mailer')).toEqual(['northwind', mailer]);
  const { objects } = await fixture.store.readState('northwind');
  expect(objects.get(address)).toMatchObject({ isProtected: true });
  expect(objects.get(address)?.remoteId).not.toBe('00000000-0000-4000-8000-000000000000');
});

it('concludes nothing from what cannot be read', async () => {
  const fixture = await openForgotten();
  fixture.emulator.control.plantFaults([
    { method: 'GET', path: '/v1.0/cycles/*', every: 1, do: 'status', status: 500 },
  ]);
  expect(await adopt(fixture, files, 'Contacts to files')).toEqual([
    expect.stringMatching(/^unread: The service could not be read/),
  ]);
  expect((await fixture.store.readState('northwind')).objects.size).toBe(0);
});

it('refuses in the documented contract what cannot be read, with the command that accepts it unread', async () => {
  const fixture = await openDocumented();
  await applyAll(fixture);
  const { objects } = await fixture.store.readState('northwind');
  fixture.loseStore();
  const templates = new Map(Object.entries(await listTemplateIds(quickstartWorld)));
  const options = { contract: 'documented', templates, live: '7' } as const;
  for (const address of ['northwind', 'northwind/connectors/crm']) {
    expect(await adoptIn(fixture, address, options)).toMatchObject([
      {
        code: 'adopt-unseen',
        remedy: expect.stringContaining(`state settle -e local ${address} exists ID`),
      },
    ]);
  }
  // Its connectors first: once something is remembered, those that are not are installed.
  expect(await adoptIn(fixture, files, { ...options, live: 'Contacts to Files' })).toMatchObject([
    { code: 'connectors-unseen' },
  ]);
  for (const key of ['crm', 'files', 'mailer']) {
    const address = toConnectorAddress('northwind', key);
    await settle(fixture, address, objects.get(address)?.remoteId ?? '');
  }
  // The account is not shown, and is left to a person.
  expect(await adoptIn(fixture, files, { ...options, live: 'Contacts to Files' })).toMatchObject({
    bound: [{ address: files }],
  });
});

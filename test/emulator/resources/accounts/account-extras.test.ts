import { expect, test } from 'vitest';
import { openAccount, signIn, startEmulator } from '../../support/start-emulator.ts';

const world = {
  connectors: [
    {
      name: 'House App',
      native: true,
      api: { baseUrl: 'app:our-app' },
      releases: [
        { version: '1', methods: [{ name: 'List orders', endpoint: 'GET /orders', id: 7 }] },
      ],
    },
  ],
  accounts: [{ id: 'northwind', connectors: [{ connector: 'House App' }] }],
} as const;

test('a mail is noted once for each level that the tasks of a month reach', async () => {
  const emulator = await startEmulator({ world, frozenAt: '2026-11-30T10:00:00Z' });
  emulator.control.console({ settings: { taskAllowance: 4, notifyAtPercents: [50, 100] } });
  const inside = (await signIn(emulator)).inside('northwind');
  const [{ Id }] = (await inside.call('GET', '/v1.0/account/connectors')).body;
  const call = () => inside.call('POST', `/v1.0/account/connectors/${Id}/methods/7`, {});
  const subjects = () => emulator.control.dump().mails.map(({ subject }) => subject);
  const seen: number[] = [];
  for (let count = 0; count < 5; count++) {
    expect((await call()).status).toBe(200);
    seen.push(subjects().length);
  }
  expect(seen).toEqual([0, 1, 1, 2, 2]);
  expect(subjects()).toEqual([
    '50% of your monthly tasks are used',
    '100% of your monthly tasks are used',
  ]);
  expect(emulator.control.dump().mails[1]).toMatchObject({
    sentAt: '2026-11-30T10:00:00.0000000Z',
    text: '4 of 4 tasks of 2026-11 are used.',
  });
  emulator.control.advance('1d');
  await call();
  expect(subjects()).toHaveLength(2);
});

test.each([
  ['2026-12-07T10:00:00Z', '0s', '2027-01-07T10:00:00.0000000Z'],
  ['2026-12-07T10:00:00Z', '31d', '2027-02-07T10:00:00.0000000Z'],
  ['2027-01-31T10:00:00Z', '0s', '2027-02-28T10:00:00.0000000Z'],
])('the next bill of an account of %s is due, %s later, on %s', async (frozenAt, later, due) => {
  const emulator = await startEmulator({ world: {}, frozenAt });
  const partner = await signIn(emulator);
  await partner.call('POST', '/v1.0/accounts', { Id: 'northwind', Name: 'Northwind' });
  emulator.control.advance(later);
  const { body } = await (await signIn(emulator)).call('GET', '/v1.0/accounts/northwind');
  expect(body.NextBillDateUtc).toBe(due);
});

test('a parent that is not there makes no sub account, and one that goes leaves its sub accounts', async () => {
  const inside = await openAccount({ world: {} });
  const make = (ParentAccountId: string) =>
    inside.call('POST', '/v1.0/accounts', { Id: 'shop', Name: 'Shop', ParentAccountId });
  expect((await make('nobody')).status).toBe(400);
  expect((await make('northwind')).status).toBe(200);
  await inside.call('DELETE', '/v1.0/accounts/northwind', {});
  await inside.call('POST', '/v1.0/accounts', { Id: 'northwind', Name: 'Northwind' });
  expect((await inside.call('GET', '/v1.0/accounts/shop')).status).toBe(200);
  expect((await inside.call('GET', '/v1.0/accounts/northwind/subaccounts')).body).toEqual([]);
});

test('a custom category is in the dump, and goes with its connector', async () => {
  const emulator = await startEmulator({ world });
  const inside = (await signIn(emulator)).inside('northwind');
  const [{ Id }] = (await inside.call('GET', '/v1.0/account/connectors')).body;
  const { body } = await inside.call('POST', `/v1.0/account/connectors/${Id}/customcategories`, {
    Name: 'Tenders',
  });
  const list = () => emulator.control.dump().accounts[0]?.customCategories;
  expect(list()).toMatchObject([{ id: body.Id, name: 'Tenders', methodId: 7 }]);
  await inside.call('DELETE', `/v1.0/account/connectors/${Id}`, {});
  expect(list()).toEqual([]);
});

import { expect, test } from 'vitest';
import { openConnectors } from './open-connectors.ts';
import { openParty } from './open-party.ts';

test('a call is one task however many pages it has, and each month starts at zero', async () => {
  const account = await openConnectors({ frozenAt: '2026-11-30T12:00:00Z' });
  const id = await account.install('Our App');
  const method = await account.findMethod('Our App', 'List orders');
  await account.callMethod(id, method);
  await account.callMethod(id, method);
  const read = async () =>
    (await account.caller.call('GET', '/v1.0/accounts/northwind/usage')).body;
  expect(await read()).toEqual({
    Id: 'northwind',
    TasksUsed: 2,
    StartTime: '2026-11-01T00:00:00.0000000Z',
    EndTime: '2026-12-01T00:00:00.0000000Z',
  });
  account.emulator.control.advance('12h');
  expect(await read()).toMatchObject({ TasksUsed: 0, StartTime: '2026-12-01T00:00:00.0000000Z' });
});

test('what was sent counts even where the third party refused, and what was not sent does not', async () => {
  const party = await openParty({
    serve: () => ({ status: 500, json: {} }),
    method: { parameters: [{ name: 'a', required: true }] },
  });
  const { caller } = party.account;
  expect((await party.call()).status).toBe(400);
  expect((await caller.call('GET', '/v1.0/accounts/northwind/usage')).body.TasksUsed).toBe(0);
  expect((await party.call({ Parameters: { a: '1' } })).status).toBe(400);
  expect((await caller.call('GET', '/v1.0/accounts/northwind/usage')).body.TasksUsed).toBe(1);
});

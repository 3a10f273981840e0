import { describe, expect, test } from 'vitest';
import { SecretValue } from '../../src/model/secret/secret.ts';
import { startEmulator } from '../emulator/support/start-emulator.ts';
import { quickstartWorld } from '../emulator/support/worlds.ts';
import { openOnEmulator, take } from './open-for-test.ts';

async function open() {
  const emulator = await startEmulator({ world: quickstartWorld });
  return { emulator, ...(await openOnEmulator(emulator)) };
}

describe('accounts', () => {
  test('an account is created as asked, read alone, and listed', async () => {
    const { reader, writer } = await open();
    const created = take(
      await writer.createAccount('northwind', {
        name: 'Northwind Traders',
        description: 'Sample',
        timezone: 'Europe/London',
        auditInfo: 'customer 8812',
        taskAuditInfo: 'cost centre 7',
        successHours: 24,
        erroredHours: 48,
        webhookEnabled: true,
        webhookUrl: 'https://hooks.northwind.example/errors',
        webhookIncludesWarnings: true,
      }),
    );
    expect(created).toEqual({
      id: 'northwind',
      name: 'Northwind Traders',
      description: 'Sample',
      timezone: 'Europe/London',
      auditInfo: 'customer 8812',
      taskAuditInfo: 'cost centre 7',
      successHours: 24,
      erroredHours: 48,
      webhookEnabled: true,
      webhookUrl: 'https://hooks.northwind.example/errors',
      webhookIncludesWarnings: true,
    });
    expect(take(await reader.readAccount('northwind'))).toEqual(created);
    expect(take(await reader.listAccounts())).toEqual([created]);
  });

  test('an account that is not there reads as null', async () => {
    const { reader } = await open();
    expect(take(await reader.readAccount('contoso'))).toBeNull();
  });

  test('an id with signs of its own reaches its account', async () => {
    const { reader, writer } = await open();
    take(await writer.createAccount('a b%/?#é', { name: 'Odd' }));
    expect(take(await reader.readAccount('a b%/?#é'))?.name).toBe('Odd');
  });

  test('an update changes what it names, clears what is null, keeps the rest', async () => {
    const { writer } = await open();
    take(
      await writer.createAccount('northwind', {
        name: 'Northwind',
        successHours: 24,
        erroredHours: 48,
      }),
    );
    const updated = take(
      await writer.updateAccount('northwind', { description: 'New', successHours: null }),
    );
    expect(updated).toMatchObject({
      name: 'Northwind',
      description: 'New',
      successHours: null,
      erroredHours: 48,
    });
  });

  test('a secret address of a webhook is sent as it is', async () => {
    const { writer } = await open();
    const created = take(
      await writer.createAccount('northwind', {
        name: 'Northwind',
        webhookEnabled: true,
        webhookUrl: new SecretValue('https://hooks.example/token-not-a-secret'),
      }),
    );
    expect(created.webhookUrl).toBe('https://hooks.example/token-not-a-secret');
  });

  test('a refused create says why, was sent once, and made nothing', async () => {
    const { reader, writer, emulator } = await open();
    take(await writer.createAccount('northwind', { name: 'Northwind' }));
    const again = await writer.createAccount('northwind', { name: 'Again' });
    expect(again).toEqual({
      ok: false,
      failure: {
        kind: 'rejected',
        status: 400,
        message: 'ID already in use',
        tries: 1,
        request: { method: 'POST', path: '/accounts', account: null },
      },
    });
    expect(emulator.requests().filter(({ method }) => method === 'POST')).toHaveLength(3);
    expect(take(await reader.listAccounts())).toHaveLength(1);
  });
});

test('an account is deleted, and one that is gone already counts as that', async () => {
  const { reader, writer } = await open();
  take(await writer.createAccount('northwind', { name: 'Northwind' }));
  expect(take(await writer.deleteAccount('northwind'))).toBeNull();
  expect(take(await reader.readAccount('northwind'))).toBeNull();
  expect(take(await writer.deleteAccount('northwind'))).toBeNull();
});

test('requests are observed and counted, the sign-in among them', async () => {
  const { reader, observed, requestCount } = await open();
  take(await reader.listAccounts());
  take(await reader.readAccount('contoso'));
  expect(observed.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
    'POST /oauth/token 200',
    'GET /accounts 200',
    'GET /accounts/contoso 404',
  ]);
  expect(requestCount()).toBe(3);
});

test('calls at the same time share one sign-in', async () => {
  const { reader, observed } = await open();
  await Promise.all([reader.listAccounts(), reader.listAccounts(), reader.readAccount('contoso')]);
  expect(observed.filter(({ path }) => path === '/oauth/token')).toHaveLength(1);
});

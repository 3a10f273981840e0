import { beforeEach, describe, expect, test } from 'vitest';
import type { Emulator } from '../../../../src/emulator/emulator.ts';
import { type Caller, signIn, startEmulator } from '../../support/start-emulator.ts';

const frozenAt = '2026-11-21T10:00:00Z';
let emulator: Emulator;
let caller: Caller;

beforeEach(async () => {
  emulator = await startEmulator({ world: {}, frozenAt });
  caller = await signIn(emulator);
});

async function create(body: unknown) {
  return caller.call('POST', '/v1.0/accounts', body);
}

describe('creating an account', () => {
  test('answers 200 with every field, and the Id that was given', async () => {
    const { status, body, headers } = await create({ Id: 'northwind', Name: 'Northwind' });
    expect(status).toBe(200);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(body).toEqual({
      CreatedDate: '2026-11-21T10:00:00.0000000Z',
      Id: 'northwind',
      Name: 'Northwind',
      Description: null,
      AuditInfo: null,
      TaskAuditInfo: null,
      Timezone: 'UTC',
      NextBillDateUtc: '2026-12-21T10:00:00.0000000Z',
      StepDataSuccessRetentionHours: null,
      StepDataErroredRetentionHours: null,
      TransactionErrorWebhookEnabled: false,
      TransactionErrorWebhookUrl: null,
      TransactionErrorWebhookIncludeWarnings: false,
    });
    expect((await caller.call('GET', '/v1.0/accounts/northwind')).body).toEqual(body);
  });

  test('makes a GUID where no Id is given, the same one for the same seed', async () => {
    const { body } = await create({ Name: 'Contoso' });
    expect(body.Id).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    const twin = await signIn(await startEmulator({ world: {}, frozenAt }));
    const other = await signIn(await startEmulator({ world: {}, frozenAt, seed: 9 }));
    const named = { Name: 'Contoso' };
    expect((await twin.call('POST', '/v1.0/accounts', named)).body.Id).toBe(body.Id);
    expect((await other.call('POST', '/v1.0/accounts', named)).body.Id).not.toBe(body.Id);
  });

  test('refuses an Id in use with 400', async () => {
    await create({ Id: 'northwind', Name: 'Northwind' });
    const { status, body } = await create({ Id: 'northwind', Name: 'Again' });
    expect({ status, body }).toEqual({ status: 400, body: { Message: 'ID already in use' } });
  });

  test.each([{}, { Name: '' }, { Name: null }])('refuses %j for want of a name', async (body) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    expect(answer.body.Message).toContain('Name is required');
  });

  test('takes names in any case and true as text', async () => {
    const { body } = await create({
      name: 'Fabrikam',
      transactionerrorwebhookenabled: 'true',
      TRANSACTIONERRORWEBHOOKURL: 'hooks.example.com/x',
    });
    expect(body).toMatchObject({
      Name: 'Fabrikam',
      TransactionErrorWebhookEnabled: true,
      TransactionErrorWebhookUrl: 'https://hooks.example.com/x',
    });
  });

  test('refuses a body that is no JSON with 400', async () => {
    expect((await create('{"Name":')).status).toBe(400);
  });
});

describe('updating an account', () => {
  const path = '/v1.0/accounts/northwind';

  beforeEach(async () => {
    await create({ Id: 'northwind', Name: 'Northwind', Description: 'first', AuditInfo: 'a' });
  });

  async function update(body: unknown) {
    return caller.call('PUT', path, body);
  }

  test('keeps what is absent and clears what is null', async () => {
    const { status, body } = await update({ Description: null, Timezone: 'Europe/Berlin' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      Name: 'Northwind',
      Description: null,
      AuditInfo: 'a',
      Timezone: 'Europe/Berlin',
    });
  });

  test.each([
    [745, 744],
    [744, 744],
    [0, 0],
    ['48', 48],
    [null, null],
  ])('stores %j retention hours as %j', async (given, stored) => {
    await update({ StepDataSuccessRetentionHours: 5 });
    const { status, body } = await update({ StepDataSuccessRetentionHours: given });
    expect([status, body.StepDataSuccessRetentionHours]).toEqual([200, stored]);
  });

  test('answers 200 to retention hours that are no number and changes nothing', async () => {
    await update({ StepDataErroredRetentionHours: 7 });
    const { status, body } = await update({ StepDataErroredRetentionHours: 'many' });
    expect([status, body.StepDataErroredRetentionHours]).toEqual([200, 7]);
  });

  test('refuses negative retention hours and says which field', async () => {
    const { status, body } = await update({ StepDataErroredRetentionHours: -10 });
    expect(status).toBe(400);
    expect(body.Message).toBe('StepDataErroredRetentionHours (-10): must be non negative');
  });

  test('wants the URL in the request that enables the webhook, even if one is stored', async () => {
    await update({
      TransactionErrorWebhookEnabled: true,
      TransactionErrorWebhookUrl: 'https://a.example/b',
    });
    for (const more of [
      {},
      { TransactionErrorWebhookUrl: null },
      { TransactionErrorWebhookUrl: '' },
    ]) {
      const { status, body } = await update({ TransactionErrorWebhookEnabled: true, ...more });
      expect(status).toBe(400);
      expect(body.Message).toBe(
        'Transaction Error Webhook enabled: Transaction Error Webhook URL must be defined',
      );
    }
    const { body } = await update({ TransactionErrorWebhookEnabled: false });
    expect(body.TransactionErrorWebhookUrl).toBe('https://a.example/b');
  });

  test('refuses a blank URL with the prefix that it would have got', async () => {
    const { status, body } = await update({ TransactionErrorWebhookUrl: ' ' });
    expect({ status, body }).toEqual({
      status: 400,
      body: { Message: 'https://  is not a valid URL' },
    });
  });

  test('leaves everything as it was when it refuses', async () => {
    const { body: before } = await caller.call('GET', path);
    expect((await update({ Name: 'New', StepDataSuccessRetentionHours: -1 })).status).toBe(400);
    expect((await caller.call('GET', path)).body).toEqual(before);
  });

  test('refuses a time zone that does not exist, unless the choice is to store it', async () => {
    expect((await update({ Timezone: 'Mars/Base' })).status).toBe(400);
    const lax = await signIn(
      await startEmulator({ world: {}, choices: { invalidTimezone: 'stored' } }),
    );
    const { body } = await lax.call('POST', '/v1.0/accounts', { Name: 'A', Timezone: 'Mars/Base' });
    expect(body.Timezone).toBe('Mars/Base');
  });

  test('lowers retention to another maximum where that is chosen', async () => {
    const choices = { retentionMaximumHours: 168 } as const;
    const other = await signIn(await startEmulator({ world: {}, choices }));
    const { body } = await other.call('POST', '/v1.0/accounts', {
      Name: 'A',
      StepDataSuccessRetentionHours: 500,
    });
    expect(body.StepDataSuccessRetentionHours).toBe(168);
  });
});

describe('account ids', () => {
  test('an unknown id is 404 for reading, updating and deleting', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'GET' ? undefined : {};
      expect((await caller.call(method, '/v1.0/accounts/nobody', body)).status).toBe(404);
    }
  });

  test('a deleted account is gone, and deleting it again is 404', async () => {
    await create({ Id: 'northwind', Name: 'Northwind' });
    expect((await caller.call('DELETE', '/v1.0/accounts/northwind', {})).status).toBe(200);
    expect((await caller.call('DELETE', '/v1.0/accounts/northwind', {})).status).toBe(404);
    expect((await caller.call('GET', '/v1.0/accounts')).body).toEqual([]);
  });

  test('may differ from the external id where that is chosen', async () => {
    const choices = { accountIds: 'guid' } as const;
    const other = await signIn(await startEmulator({ world: {}, choices }));
    const body = { Id: 'northwind', Name: 'Northwind' };
    const made = await other.call('POST', '/v1.0/accounts', body);
    expect(made.body.Id).not.toBe('northwind');
    const found = await other.call('GET', '/v1.0/accounts/northwind');
    expect(found.body).toEqual(made.body);
    expect((await other.call('POST', '/v1.0/accounts', body)).status).toBe(400);
  });
});

describe('listing accounts', () => {
  const ids = Array.from({ length: 12 }, (_, index) => `account-${String(index).padStart(2, '0')}`);

  beforeEach(async () => {
    for (const Id of ids) {
      await create({ Id, Name: `Name of ${Id}` });
    }
  });

  async function list(query: string) {
    return caller.call('GET', `/v1.0/accounts${query}`);
  }

  test('is shuffled where no order is requested, and the same each time', async () => {
    const first = (await list('')).body.map((account: { Id: string }) => account.Id);
    expect(first).not.toEqual(ids);
    expect(first.toSorted()).toEqual(ids);
    expect((await list('')).body.map((account: { Id: string }) => account.Id)).toEqual(first);
  });

  test('keeps the order that is requested, both ways', async () => {
    const up = (await list('?orderBy=Id&sortOrderAsc=true')).body;
    const down = (await list('?orderBy=Id&sortOrderAsc=false')).body;
    expect(up.map((account: { Id: string }) => account.Id)).toEqual(ids);
    expect(down).toEqual(up.toReversed());
  });

  test('comes in pages that hold each item once, with Total-Pages, and then nothing', async () => {
    const pages = [];
    for (const page of [1, 2, 3, 4]) {
      const { body, headers } = await list(`?pageSize=5&page=${page}`);
      expect(headers.get('Total-Pages')).toBe('3');
      pages.push(body.map((account: { Id: string }) => account.Id));
    }
    expect(pages.map((page) => page.length)).toEqual([5, 5, 2, 0]);
    expect(pages.flat().toSorted()).toEqual(ids);
  });
});

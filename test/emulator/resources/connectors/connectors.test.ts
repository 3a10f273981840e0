import { beforeEach, describe, expect, test } from 'vitest';
import type { Choices } from '../../../../src/emulator/world/choices.ts';
import { type Caller, signIn, startEmulator } from '../../support/start-emulator.ts';
import { quickstartWorld } from '../../support/worlds.ts';

let caller: Caller;

beforeEach(async () => {
  caller = await openAccount();
});

async function openAccount(choices: Partial<Choices> = {}): Promise<Caller> {
  const partner = await signIn(await startEmulator({ world: quickstartWorld, choices }));
  await partner.call('POST', '/v1.0/accounts', { Id: 'northwind', Name: 'Northwind' });
  return partner.inside('northwind');
}

async function install(connector: string, body: unknown, by = caller) {
  return by.call('POST', `/v1.0/connectors/${encodeURIComponent(connector)}/install`, body);
}

describe('installing a connector', () => {
  test('with an API key authenticates it', async () => {
    const { status, body } = await install('Sample CRM', { Name: 'crm', AuthValue: 'key' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      Name: 'crm',
      Description: null,
      AuthValue: 'key',
      Authenticated: true,
      IsPartnerIntegrationConnector: false,
      Connector: { Name: 'Sample CRM', Version: '2.0' },
      Properties: [],
    });
    expect((await caller.call('GET', `/v1.0/account/connectors/${body.Id}`)).body).toEqual(body);
  });

  test('without a value leaves it unauthenticated, unless none is needed', async () => {
    expect((await install('Sample CRM', {})).body).toMatchObject({
      Name: 'Sample CRM',
      Authenticated: false,
      AuthValue: null,
    });
    expect((await install('Sample Mailer', {})).body.Authenticated).toBe(false);
    expect((await install('Our App', {})).body).toMatchObject({
      Authenticated: true,
      IsPartnerIntegrationConnector: true,
    });
  });

  test('by id takes that release', async () => {
    const [older] = (await caller.call('GET', '/v1.0/connectors/Sample%20CRM/1.0')).body;
    const { body } = await install(String(older.Id), { Name: 'old' });
    expect(body.Connector).toEqual(older);
    expect((await install('123', { Name: 'none' })).status).toBe(404);
  });

  test('takes an authentication type of the connector and no other', async () => {
    const [store] = (await caller.call('GET', '/v1.0/connectors/Sample%20File%20Store')).body;
    const AuthenticationId = store.Authentication[1].Id;
    expect((await install('Sample File Store', { Name: 'a', AuthenticationId })).status).toBe(200);
    const wrong = { Name: 'b', AuthenticationId: '00000000-0000-4000-8000-000000000000' };
    expect((await install('Sample File Store', wrong)).status).toBe(400);
  });

  test('takes properties by name and refuses what the connector lacks', async () => {
    const { body } = await install('Sample File Store', {
      Name: 'files',
      Properties: [
        { Name: 'rootFolder', Value: '/in', Id: 0 },
        { name: 'port', value: 22 },
      ],
    });
    expect(body.Properties).toMatchObject([
      { Name: 'rootFolder', Value: '/in', AccountConnectorId: body.Id },
      { Name: 'port', Value: '22' },
    ]);
    const wrong = await install('Sample File Store', {
      Name: 'other',
      Properties: [{ Name: 'X', Value: '1' }],
    });
    expect(wrong).toMatchObject({
      status: 400,
      body: { Message: "There is not a connector property that matches name 'X'." },
    });
    expect((await caller.call('GET', '/v1.0/account/connectors')).body).toHaveLength(1);
  });

  test('refuses a name in use, in this account alone', async () => {
    await install('Sample CRM', { Name: 'crm' });
    expect(await install('Our App', { Name: 'crm' })).toMatchObject({
      status: 400,
      body: { Message: "Account connector name 'crm' is in use." },
    });
    await caller.call('POST', '/v1.0/accounts', { Id: 'contoso', Name: 'Contoso' });
    expect((await install('Our App', { Name: 'crm' }, caller.inside('contoso'))).status).toBe(200);
  });

  test('refuses a draft, and a property that is not of the account', async () => {
    const world = {
      connectors: [
        {
          name: 'Drafty',
          releases: [
            { version: '1', properties: [{ name: 'host', accountLevel: false }] },
            { version: '2', id: 5122, draft: true },
          ],
        },
      ],
      accounts: [{ id: 'a' }],
    };
    const inside = (await signIn(await startEmulator({ world }))).inside('a');
    expect((await install('5122', { Name: 'x' }, inside)).body.Message).toBe(
      'Connector 5122 is a draft and cannot be installed.',
    );
    const { body } = await install(
      'Drafty',
      { Properties: [{ Name: 'host', Value: 'h' }] },
      inside,
    );
    expect(body.Message).toBe(
      "Connector property name 'host' is not an account connector property.",
    );
    expect((await inside.call('GET', '/v1.0/connectors')).body).toHaveLength(1);
  });

  test('needs the account header', async () => {
    expect((await install('Sample CRM', {}, caller.inside(''))).status).toBe(401);
    expect((await install('Sample CRM', {}, caller.inside('nobody'))).status).toBe(401);
  });
});

describe('an installed connector', () => {
  let path: string;

  beforeEach(async () => {
    const { body } = await install('Sample CRM', { Name: 'crm', Description: 'first' });
    path = `/v1.0/account/connectors/${body.Id}`;
  });

  test('is updated in part, and a value authenticates it', async () => {
    const { body } = await caller.call('PUT', path, { AuthValue: 'key' });
    expect(body).toMatchObject({ Name: 'crm', Description: 'first', Authenticated: true });
    const cleared = await caller.call('PUT', path, { Description: null });
    expect(cleared.body).toMatchObject({ Description: null, Authenticated: true });
  });

  test('keeps its name where another has the wanted one', async () => {
    await install('Our App', { Name: 'app' });
    expect((await caller.call('PUT', path, { Name: 'app' })).status).toBe(400);
    expect((await caller.call('PUT', path, { Name: 'crm' })).status).toBe(200);
  });

  test('forgets its credential when it is de-authenticated', async () => {
    await caller.call('PUT', path, { AuthValue: 'key' });
    const { status, body } = await caller.call('PUT', `${path}/deauthenticate`, {});
    expect({ status, body }).toEqual({
      status: 200,
      body: { Message: "Connector 'crm' successfully de-authenticated." },
    });
    expect((await caller.call('GET', path)).body).toMatchObject({
      AuthValue: null,
      Authenticated: false,
    });
  });

  test('is gone after a delete, and a second delete is 404', async () => {
    expect((await caller.call('DELETE', path, {})).status).toBe(200);
    expect((await caller.call('DELETE', path, {})).status).toBe(404);
    expect((await caller.call('GET', path)).status).toBe(404);
  });

  test('is not there for another account, and its id must be a number', async () => {
    await caller.call('POST', '/v1.0/accounts', { Id: 'contoso', Name: 'Contoso' });
    expect((await caller.inside('contoso').call('GET', path)).status).toBe(404);
    expect((await caller.call('GET', '/v1.0/account/connectors/abc')).status).toBe(400);
  });

  test.each([
    ['masked', '********'],
    ['absent', undefined],
  ] as const)('shows its AuthValue %s where that is chosen', async (authValueOnRead, shown) => {
    const other = await openAccount({ authValueOnRead });
    const { body } = await install('Sample CRM', { AuthValue: 'key' }, other);
    expect(body.AuthValue).toBe(shown);
    expect(body.Authenticated).toBe(true);
  });
});

describe('properties of an installed connector', () => {
  let path: string;

  beforeEach(async () => {
    const { body } = await install('Sample File Store', { Name: 'files' });
    path = `/v1.0/account/connectors/${body.Id}/properties`;
  });

  test('are created with 200, read, changed and deleted', async () => {
    const made = await caller.call('POST', path, { Name: 'rootFolder', Value: '/in', Id: 0 });
    expect(made).toMatchObject({ status: 200, body: { Name: 'rootFolder', Value: '/in' } });
    const one = `${path}/${made.body.Id}`;
    const changed = await caller.call('PUT', one, { Id: 0, Value: '/out' });
    expect(changed.body).toEqual({ ...made.body, Value: '/out' });
    expect((await caller.call('GET', path)).body).toEqual([changed.body]);
    expect((await caller.call('DELETE', one, {})).status).toBe(200);
    expect((await caller.call('GET', one)).status).toBe(404);
  });

  test('must be properties of the connector, each once', async () => {
    expect((await caller.call('POST', path, { Name: 'X', Value: '1' })).status).toBe(400);
    await caller.call('POST', path, { Name: 'port', Value: '1' });
    expect((await caller.call('POST', path, { Name: 'port', Value: '2' })).status).toBe(400);
  });

  test('show sensitive values as asterisks where that is chosen', async () => {
    const other = await openAccount({ sensitivePropertyOnRead: 'masked' });
    const { body } = await install(
      'Sample File Store',
      {
        Properties: [
          { Name: 'ClientSecret', Value: 's' },
          { Name: 'port', Value: '1' },
        ],
      },
      other,
    );
    expect(body.Properties).toMatchObject([{ Value: '********' }, { Value: '1' }]);
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { type Caller, signIn, startEmulator } from '../../support/start-emulator.ts';
import { quickstartWorld } from '../../support/worlds.ts';

interface Item {
  readonly Id: number;
  readonly Name: string;
  readonly Version: string;
}

let caller: Caller;

beforeAll(async () => {
  caller = await signIn(await startEmulator({ world: quickstartWorld }));
});

async function get(path: string) {
  return caller.call('GET', `/v1.0/connectors${path}`);
}

async function findId(name: string, version: string): Promise<number> {
  const { body } = await get('');
  return body.find((item: Item) => item.Name === name && item.Version === version).Id;
}

describe('the catalog', () => {
  test('lists each release with an id of its own', async () => {
    const { status, body } = await get('?orderBy=Name');
    expect(status).toBe(200);
    expect(body.map((item: Item) => `${item.Name} ${item.Version}`)).toEqual([
      'Our App 1.4',
      'Sample CRM 1.0',
      'Sample CRM 2.0',
      'Sample File Store 3.1',
      'Sample Mailer 1.4',
    ]);
    expect(new Set(body.map((item: Item) => item.Id)).size).toBe(5);
  });

  test('lists the latest release alone where that is chosen', async () => {
    const choices = { catalogueLists: 'latest' } as const;
    const other = await signIn(await startEmulator({ world: quickstartWorld, choices }));
    const { body } = await other.call('GET', '/v1.0/connectors?query=crm');
    expect(body).toMatchObject([{ Name: 'Sample CRM', Version: '2.0' }]);
  });

  test('finds by words in the name and by category', async () => {
    expect((await get('?query=mail')).body).toMatchObject([{ Name: 'Sample Mailer' }]);
    expect((await get('?category=Storage')).body).toMatchObject([{ Name: 'Sample File Store' }]);
  });

  test('gives one object for an id and an array for a name', async () => {
    const id = await findId('Sample File Store', '3.1');
    const { body } = await get(`/${id}`);
    expect(body).toMatchObject({
      Id: id,
      Name: 'Sample File Store',
      Status: 'Approved',
      Version: '3.1',
      AuthType: 'Basic',
      OAuth2Type: 'Unknown',
      IsPartnerIntegrationConnector: false,
      Authentication: [
        { AuthName: 'User name and password', AuthType: 'Basic' },
        { AuthName: 'API key', AuthType: 'ApiKey' },
      ],
    });
    expect(
      body.Parameters.map((each: { TargetName: string; IsSensitive: boolean }) => [
        each.TargetName,
        each.IsSensitive,
      ]),
    ).toEqual([
      ['rootFolder', false],
      ['port', false],
      ['ClientSecret', true],
    ]);
    expect((await get('/Sample%20CRM')).body).toHaveLength(2);
    expect((await get('/Sample%20CRM/1.0')).body).toMatchObject([{ Version: '1.0' }]);
    expect((await get('/Nothing')).body).toEqual([]);
    expect((await get('/999999999')).status).toBe(404);
  });

  test('gives a method other ids in each release and the same unique identifier', async () => {
    const older = (await get('/Sample%20CRM/1.0/methods')).body;
    const latest = (await get('/Sample%20CRM/methods')).body;
    const byId = (await get(`/${await findId('Sample CRM', '2.0')}/methods`)).body;
    expect(byId).toEqual(latest);
    expect(latest.map((method: { Name: string }) => method.Name)).toEqual([
      'Get contact',
      'List changed contacts',
      'Upsert contact',
    ]);
    expect(older.map((method: { Id: number }) => method.Id)).not.toEqual(
      latest.map((method: { Id: number }) => method.Id),
    );
    expect(older[0].MethodUniqueIdentifier).toBe(latest[0].MethodUniqueIdentifier);
    expect(latest[2].RequestFields).toMatchObject([
      { Location: 'Contact.Email', IsOptional: false },
      { Location: 'Contact.FirstName', IsOptional: true },
      { Location: 'Contact.LastName' },
      { Location: 'Contact.Note' },
    ]);
    expect(latest[0].Parameters[1]).toMatchObject({
      TargetName: 'list',
      Values: ['Customers', 'Leads', 'Partners'],
    });
  });

  test('wants the account header where that is chosen', async () => {
    const emulator = await startEmulator({
      world: { connectors: [{ name: 'A', releases: [{ version: '1' }] }], accounts: [{ id: 'a' }] },
      choices: { catalogueNeedsAccount: 'yes' },
    });
    const other = await signIn(emulator);
    expect((await other.call('GET', '/v1.0/connectors')).status).toBe(401);
    expect((await other.inside('a').call('GET', '/v1.0/connectors')).status).toBe(200);
  });
});

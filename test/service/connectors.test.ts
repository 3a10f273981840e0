import { describe, expect, test } from 'vitest';
import type { EmulatorOptions } from '../../src/emulator/emulator.ts';
import type { ConnectorRelease } from '../../src/model/live/live.ts';
import { SecretValue } from '../../src/model/secret/secret.ts';
import { startEmulator } from '../emulator/support/start-emulator.ts';
import { quickstartWorld } from '../emulator/support/worlds.ts';
import { noRules } from '../support/values/make-live.ts';
import { sendJson, serveBroken } from '../wire/serve-broken.ts';
import { makeSecrets, openForTest, openOnEmulator, take } from './open-for-test.ts';

async function open(choices: EmulatorOptions['choices'] = {}) {
  const emulator = await startEmulator({ world: quickstartWorld, choices });
  const rig = await openOnEmulator(emulator);
  take(await rig.writer.createAccount('northwind', { name: 'Northwind' }));
  const catalogue = take(await rig.reader.listCatalog('northwind'));
  const find = (name: string, version: string): ConnectorRelease => {
    const found = catalogue.find((one) => one.name === name && one.version === version);
    if (found === undefined) throw new Error(`no ${name} ${version}`);
    return found;
  };
  return { ...rig, catalogue, find };
}

const textRules = { ...noRules, dataType: 'Text' };
const authValue = 'crm-key-not-a-secret';
const { fingerprint } = makeSecrets({});

describe('the catalog', () => {
  test('every release is read with its authentication types and account properties', async () => {
    const { find, catalogue } = await open();
    expect(catalogue).toHaveLength(5);
    expect(find('Sample CRM', '1.0').id).not.toBe(find('Sample CRM', '2.0').id);
    expect(find('Sample File Store', '3.1')).toEqual({
      id: expect.stringMatching(/^\d+$/),
      name: 'Sample File Store',
      version: '3.1',
      description: 'Folders of files.',
      categories: ['Storage'],
      isNative: false,
      authentications: [
        { id: expect.any(String), name: 'User name and password', type: 'Basic' },
        { id: expect.any(String), name: 'API key', type: 'ApiKey' },
      ],
      properties: [
        { ...textRules, name: 'rootFolder', isSensitive: false },
        { ...textRules, name: 'port', isSensitive: false, dataType: 'Integer' },
        { ...textRules, name: 'ClientSecret', isSensitive: true },
      ],
    });
    expect(find('Our App', '1.4')).toMatchObject({ isNative: true, properties: [] });
  });

  test('it is read through an account where the service wants one, and refused without one', async () => {
    const { reader, catalogue } = await open({ catalogueNeedsAccount: 'yes' });
    expect(catalogue).toHaveLength(5);
    expect(await reader.listCatalog(null)).toMatchObject({ failure: { kind: 'unauthorized' } });
  });

  test('it is read without an account where the service allows that, in one request', async () => {
    const { reader, observed } = await open();
    const before = observed.length;
    expect(take(await reader.listCatalog('northwind'))).toHaveLength(5);
    expect(observed.slice(before)).toMatchObject([{ path: '/connectors', account: null }]);
  });
});

test.each([
  [{}, noRules],
  [{ IsOptional: null, DataType: null, Values: null }, noRules],
  [
    { IsOptional: false, DataType: 'Boolean', Values: [true, 'no', 3] },
    { isOptional: false, dataType: 'Boolean', values: ['true', 'no', '3'] },
  ],
  [{ Values: ['eu', { Name: 'United States' }] }, noRules],
])('a property that says %j has these requirements: %j', async (said, rules) => {
  const property = { TargetName: 'region', IsAccountConnectorProperty: true, ...said };
  const { url } = await serveBroken((_request, response) =>
    sendJson(response, [{ Id: 1, Name: 'CRM', Parameters: [property] }], {
      headers: { 'total-pages': '1' },
    }),
  );
  const { reader } = openForTest({ baseUrl: url, accessToken: 'token-not-a-secret' });
  expect(take(await reader.listCatalog(null))[0]?.properties).toEqual([
    { name: 'region', isSensitive: false, ...rules },
  ]);
});

test('parameters of a connector that are no account properties are left out', async () => {
  const { url } = await serveBroken((_request, response) =>
    sendJson(
      response,
      [
        {
          Id: 1,
          Name: 'CRM',
          Version: '',
          Parameters: [
            { TargetName: 'traceId', IsAccountConnectorProperty: false },
            { TargetName: 'region', IsAccountConnectorProperty: 'True', IsOptional: true },
          ],
        },
      ],
      { headers: { 'total-pages': '1' } },
    ),
  );
  const { reader } = openForTest({ baseUrl: url, accessToken: 'token-not-a-secret' });
  expect(take(await reader.listCatalog(null))).toEqual([
    {
      id: '1',
      name: 'CRM',
      version: null,
      description: null,
      categories: [],
      isNative: false,
      authentications: [],
      properties: [{ name: 'region', isSensitive: false, ...noRules }],
    },
  ]);
});

describe('installed connectors', () => {
  test('one is installed with its credential and properties, listed and read', async () => {
    const { reader, writer, find } = await open();
    const installed = take(
      await writer.installConnector('northwind', {
        releaseId: find('Sample CRM', '1.0').id,
        name: 'crm',
        description: 'Contacts',
        authValue: new SecretValue(authValue),
        properties: [{ name: 'region', value: 'eu' }],
      }),
    );
    expect(installed).toEqual({
      id: expect.stringMatching(/^\d+$/),
      name: 'crm',
      description: 'Contacts',
      authenticated: true,
      authFingerprint: fingerprint(authValue),
      release: { id: find('Sample CRM', '1.0').id, name: 'Sample CRM', version: '1.0' },
      properties: [{ id: expect.stringMatching(/^\d+$/), name: 'region', value: 'eu' }],
    });
    expect(take(await reader.listConnectors('northwind'))).toEqual([installed]);
    expect(take(await reader.readConnector('northwind', installed.id))).toEqual(installed);
    expect(take(await reader.readConnector('northwind', '999999'))).toBeNull();
  });

  test('the authentication type is chosen by its id', async () => {
    const { writer, find } = await open();
    const release = find('Sample File Store', '3.1');
    const apiKey = release.authentications.find(({ type }) => type === 'ApiKey');
    const installed = take(
      await writer.installConnector('northwind', {
        releaseId: release.id,
        name: 'files',
        ...(apiKey === undefined ? {} : { authenticationId: apiKey.id }),
        authValue: new SecretValue(authValue),
        properties: [{ name: 'ClientSecret', value: new SecretValue('inner-not-a-secret') }],
      }),
    );
    expect(installed.authenticated).toBe(true);
    expect(installed.properties).toMatchObject([
      { name: 'ClientSecret', value: 'inner-not-a-secret' },
    ]);
  });

  test.each(['masked', 'absent'] as const)(
    'a credential that comes back %s never looks like what was sent',
    async (authValueOnRead) => {
      const { writer, reader, find } = await open({ authValueOnRead });
      const { id } = take(
        await writer.installConnector('northwind', {
          releaseId: find('Sample CRM', '2.0').id,
          name: 'crm',
          authValue: new SecretValue(authValue),
          properties: [],
        }),
      );
      const read = take(await reader.readConnector('northwind', id));
      expect(read?.authenticated).toBe(true);
      expect(read?.authFingerprint).not.toBe(fingerprint(authValue));
      if (authValueOnRead === 'absent') expect(read?.authFingerprint).toBeNull();
    },
  );

  test('an OAuth connector waits for its consent and reveals no credential', async () => {
    const { writer, find } = await open();
    const installed = take(
      await writer.installConnector('northwind', {
        releaseId: find('Sample Mailer', '1.4').id,
        name: 'mailer',
        properties: [],
      }),
    );
    expect(installed).toMatchObject({
      authenticated: false,
      authFingerprint: null,
      description: null,
    });
  });

  test('an update changes what it names and keeps the rest', async () => {
    const { writer, find } = await open();
    const { id } = take(
      await writer.installConnector('northwind', {
        releaseId: find('Sample CRM', '1.0').id,
        name: 'crm',
        description: 'Contacts',
        properties: [],
      }),
    );
    const updated = take(
      await writer.updateConnector('northwind', id, { authValue: new SecretValue(authValue) }),
    );
    expect(updated).toMatchObject({
      name: 'crm',
      description: 'Contacts',
      authenticated: true,
      authFingerprint: fingerprint(authValue),
    });
    expect(take(await writer.updateConnector('northwind', id, { name: 'CRM' })).name).toBe('CRM');
  });

  test('a property is made and changed', async () => {
    const { reader, writer, find } = await open();
    const { id: connector } = take(
      await writer.installConnector('northwind', {
        releaseId: find('Sample CRM', '1.0').id,
        name: 'crm',
        properties: [],
      }),
    );
    const at = { account: 'northwind', connector };
    const made = take(await writer.createProperty(at, 'region', 'eu'));
    const changed = take(await writer.updateProperty(at, made, 'us'));
    expect(changed).toEqual({ ...made, value: 'us' });
    expect(take(await reader.readConnector('northwind', connector))?.properties).toEqual([changed]);
  });

  test('one that is deleted is gone, and deleting it again is done already', async () => {
    const { reader, writer, find } = await open();
    const { id } = take(
      await writer.installConnector('northwind', {
        releaseId: find('Sample CRM', '1.0').id,
        name: 'crm',
        properties: [],
      }),
    );
    expect(take(await writer.deleteConnector('northwind', id))).toBeNull();
    expect(take(await reader.listConnectors('northwind'))).toEqual([]);
    expect(take(await writer.deleteConnector('northwind', id))).toBeNull();
  });

  test('a name in use is refused with the words of the service', async () => {
    const { writer, find } = await open();
    const install = { releaseId: find('Sample CRM', '1.0').id, name: 'crm', properties: [] };
    take(await writer.installConnector('northwind', install));
    expect(await writer.installConnector('northwind', install)).toMatchObject({
      failure: { kind: 'rejected', status: 400, message: expect.stringMatching(/is in use\.$/) },
    });
  });
});

test('properties that a list leaves out are read by themselves', async () => {
  const connector = { Id: 7, Name: 'crm', Authenticated: true, Connector: { Id: 1, Name: 'CRM' } };
  const { url, seen } = await serveBroken((request, response) =>
    sendJson(
      response,
      request.url.includes('/properties')
        ? [{ id: 5, name: 'region', value: 3 }]
        : [connector, { ...connector, Id: 8, Name: 'two', Properties: null }],
      { headers: { 'total-pages': '1' } },
    ),
  );
  const { reader } = openForTest({ baseUrl: url, accessToken: 'token-not-a-secret' });
  const [first, second] = take(await reader.listConnectors('northwind'));
  expect(first?.properties).toEqual([{ id: '5', name: 'region', value: '3' }]);
  expect(second?.properties).toEqual([]);
  expect(seen.map(({ url: path }) => path.split('?')[0])).toEqual([
    '/v1.0/account/connectors',
    '/v1.0/account/connectors/7/properties',
  ]);
  for (const { headers } of seen) expect(headers['x-service-account']).toBe('northwind');
});

import type { Answer } from '../model/diagnostic/api-failure.ts';
import type { LiveCategory, LiveConnector, LiveProperty, RemoteId } from '../model/live/live.ts';
import type { ConnectorRef, Secrets, ServiceReader, ServiceWriter } from '../model/ports.ts';
import type { SecretValue } from '../model/secret/secret.ts';
import {
  readField,
  readFlag,
  readId,
  readList,
  readOptionalScalar,
  readOptionalText,
  readText,
  type Wire,
} from '../wire/shape.ts';
import { readVersion } from './catalog.ts';
import { type Call, type Client, toNullable, toPath } from './http/client.ts';
import { listPages, listWhole } from './http/list-pages.ts';

type ConnectorContext = { readonly client: Client; readonly secrets: Secrets };

/** An installed connector, or one whose answer lacked its properties (SERVICE I.20). */
type Read = { readonly connector: LiveConnector; readonly lacksProperties: boolean };

/** Reads of installed connectors (SPEC 2.4; SERVICE A.3 [T]). */
export function makeConnectorReader(
  context: ConnectorContext,
): Pick<ServiceReader, 'listConnectors' | 'readConnector'> {
  return {
    listConnectors: (account) => listConnectors(context, account),
    readConnector: (account, id) => readConnector(context, account, id),
  };
}

/** Writes of installed connectors (SPEC 4.3; SERVICE A.2, A.3 [T]). */
export function makeConnectorWriter(
  context: ConnectorContext,
): Pick<
  ServiceWriter,
  'installConnector' | 'updateConnector' | 'createProperty' | 'updateProperty' | 'deleteConnector'
> {
  const { client } = context;
  return {
    // Keep the id if the request for properties fails: the next read asks for them.
    installConnector: async (account, install) => {
      const call: Call = {
        method: 'POST',
        path: toPath('connectors', install.releaseId, 'install'),
        account,
        body: {
          Name: install.name,
          Description: install.description,
          AuthenticationId: install.authenticationId,
          AuthValue: install.authValue,
          Properties: install.properties.map(({ name, value }) => ({ Name: name, Value: value })),
        },
        repeat: 'never',
      };
      const answer = await client.ask(call, (wire) => readConnectorShape(wire, context.secrets));
      return answer.ok ? { ok: true, value: answer.value.connector } : answer;
    },
    updateConnector: (account, id, write) =>
      askConnector(context, {
        method: 'PUT',
        path: toPath('account', 'connectors', id),
        account,
        body: { Name: write.name, Description: write.description, AuthValue: write.authValue },
        repeat: 'safe',
      }),
    createProperty: (at, name, value) =>
      client.ask(
        { ...makeProperty(at, name, value), method: 'POST', repeat: 'never' },
        readProperty,
      ),
    updateProperty: (at, property, value) =>
      client.ask(
        {
          ...makeProperty(at, property.name, value),
          path: toPath('account', 'connectors', at.connector, 'properties', property.id),
          method: 'PUT',
          repeat: 'safe',
        },
        readProperty,
      ),
    deleteConnector: async (account, id) =>
      toNullable(
        await client.write({
          method: 'DELETE',
          path: toPath('account', 'connectors', id),
          account,
          repeat: 'safe',
        }),
      ),
  };
}

async function listConnectors(
  context: ConnectorContext,
  account: RemoteId,
): Promise<Answer<readonly LiveConnector[]>> {
  const answer = await listPages(
    context.client,
    { path: '/account/connectors', account },
    (wire) => {
      const read = readConnectorShape(
        context.client.noteMembers('connector', wire),
        context.secrets,
      );
      return { ...read, id: read.connector.id };
    },
  );
  if (!answer.ok) return answer;
  const connectors: LiveConnector[] = [];
  for (const read of answer.value) {
    const whole = await completeConnector(context, account, read);
    if (!whole.ok) return whole;
    connectors.push(whole.value);
  }
  return { ok: true, value: connectors };
}

async function readConnector(
  context: ConnectorContext,
  account: RemoteId,
  id: RemoteId,
): Promise<Answer<LiveConnector | null>> {
  const path = toPath('account', 'connectors', id);
  return toNullable(await askConnector(context, { method: 'GET', path, account, repeat: 'safe' }));
}

async function askConnector(
  context: ConnectorContext,
  call: Call & { readonly account: RemoteId },
): Promise<Answer<LiveConnector>> {
  const { client, secrets } = context;
  const answer = await client.ask(call, (wire) =>
    readConnectorShape(client.noteMembers('connector', wire), secrets),
  );
  return answer.ok ? completeConnector(context, call.account, answer.value) : answer;
}

/**
 * Reads the properties where the answer left them out, so that *not named* does not count as
 * *none*.
 */
async function completeConnector(
  context: ConnectorContext,
  account: RemoteId,
  { connector, lacksProperties }: Read,
): Promise<Answer<LiveConnector>> {
  if (!lacksProperties) return { ok: true, value: connector };
  const path = toPath('account', 'connectors', connector.id, 'properties');
  const properties = await listWhole(context.client, { path, account }, readProperty);
  if (!properties.ok) return properties;
  return { ok: true, value: { ...connector, properties: properties.value } };
}

function readConnectorShape(wire: Wire, secrets: Secrets): Read {
  const release = readField(wire, 'Connector');
  const authValue = readOptionalText(wire, 'AuthValue');
  return {
    connector: {
      id: readId(wire, 'Id'),
      name: readText(wire, 'Name'),
      description: readOptionalText(wire, 'Description'),
      authenticated: readFlag(wire, 'Authenticated'),
      authFingerprint:
        authValue === null || authValue === '' ? null : secrets.fingerprint(authValue),
      release: {
        id: readId(release, 'Id'),
        name: readText(release, 'Name'),
        version: readVersion(release),
      },
      properties: readList(wire, 'Properties').map(readProperty),
    },
    lacksProperties: readField(wire, 'Properties').value === undefined,
  };
}

function readProperty(wire: Wire): LiveProperty {
  return {
    id: readId(wire, 'Id'),
    name: readText(wire, 'Name'),
    value: readOptionalScalar(wire, 'Value'),
  };
}

function makeProperty(
  at: ConnectorRef,
  name: string,
  value: string | SecretValue,
): Pick<Call, 'path' | 'account' | 'body'> {
  return {
    path: toPath('account', 'connectors', at.connector, 'properties'),
    account: at.account,
    body: { Name: name, Value: value },
  };
}

/**
 * Creates custom object categories (SPEC 4.6). Assumption: the name goes as Name (SERVICE I.16). No
 * operation lists or deletes them.
 */
export function makeCategoryWriter(client: Client): Pick<ServiceWriter, 'createCategory'> {
  return {
    createCategory: ({ account, connector }, name) =>
      client.ask(
        {
          method: 'POST',
          path: toPath('account', 'connectors', connector, 'customcategories'),
          account,
          body: { Name: name },
          repeat: 'never',
        },
        (wire): LiveCategory => ({
          id: readId(wire, 'Id'),
          name: readOptionalText(wire, 'Name'),
          method: readOptionalText(readField(wire, 'Method'), 'Name'),
        }),
      ),
  };
}

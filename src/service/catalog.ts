import type { Answer } from '../model/diagnostic/api-failure.ts';
import type { ConnectorRelease, RemoteId } from '../model/live/live.ts';
import type {
  BodyFormat,
  ConnectorMethod,
  MethodItem,
  MethodSource,
} from '../model/live/method.ts';
import { hasWebhookMarker, toSplitFields } from '../model/live/steps/to-split-fields.ts';
import type { ServiceReader } from '../model/ports.ts';
import {
  readField,
  readFlag,
  readId,
  readList,
  readOptionalId,
  readOptionalText,
  readPart,
  readText,
  readWords,
  type Wire,
} from '../wire/shape.ts';
import { type Client, toPath } from './http/client.ts';
import { type ListAt, listPages, listWhole } from './http/list-pages.ts';
import { readItemRules, readSensitive } from './item-rules.ts';

/** Reads the catalog of connectors and their methods (SPEC 2.2, 2.3, 4.2; SERVICE A.2). */
export function makeCatalogReader(
  client: Client,
): Pick<ServiceReader, 'listCatalog' | 'listMethods'> {
  return {
    listCatalog: (throughAccount) =>
      askThrough('/connectors', throughAccount, (at) => listPages(client, at, readRelease)),
    listMethods: (of, throughAccount) =>
      askThrough(toMethodsPath(of), throughAccount, (at) => listWhole(client, at, readMethod)),
  };
}

/**
 * Falls back to the account header, because one client found 401 without it and another did not
 * (SERVICE I.27).
 */
async function askThrough<T>(
  path: string,
  throughAccount: RemoteId | null,
  ask: (at: ListAt) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const answer = await ask({ path, account: null });
  if (answer.ok || answer.failure.kind !== 'unauthorized' || throughAccount === null) return answer;
  return ask({ path, account: throughAccount });
}

function toMethodsPath(of: MethodSource): string {
  if (of.kind === 'release') return toPath('connectors', of.id, 'methods');
  return of.version === null
    ? toPath('connectors', of.name, 'methods')
    : toPath('connectors', of.name, of.version, 'methods');
}

function readRelease(wire: Wire): ConnectorRelease {
  return {
    id: readId(wire, 'Id'),
    name: readText(wire, 'Name'),
    version: readVersion(wire),
    description: readOptionalText(wire, 'Description'),
    categories: readWords(wire, 'Categories'),
    isNative: readFlag(wire, 'IsPartnerIntegrationConnector'),
    authentications: readList(wire, 'Authentication').map((item) => ({
      id: readId(item, 'Id'),
      name: readText(item, 'AuthName'),
      type: readText(item, 'AuthType'),
    })),
    properties: readList(wire, 'Parameters')
      .filter((item) => readFlag(item, 'IsAccountConnectorProperty'))
      .map((item) => ({
        name: readText(item, 'TargetName'),
        isSensitive: readSensitive(item),
        ...readItemRules(item),
      })),
  };
}

function readMethod(wire: Wire): ConnectorMethod {
  // SPEC 2.3 says Type, SERVICE A.2 MethodType.
  const type = readOptionalText(wire, 'MethodType') ?? readOptionalText(wire, 'Type');
  return {
    id: readId(wire, 'Id'),
    uniqueId: readOptionalId(wire, 'MethodUniqueIdentifier'),
    name: readText(wire, 'Name'),
    description: readOptionalText(wire, 'Description'),
    category: readOptionalText(wire, 'Category'),
    type,
    endpoint: readOptionalText(wire, 'EndPoint'),
    format: readBodyFormat(wire),
    parameters: readList(wire, 'Parameters').map((item) =>
      readItem(item, readText(item, 'TargetName')),
    ),
    ...toSplitFields(
      hasWebhookMarker([type]),
      {
        request: readList(wire, 'RequestFields').map(readLocated),
        response: readList(wire, 'ResponseFields').map(readLocated),
      },
      ({ name }) => name,
    ),
  };
}

function readLocated(wire: Wire): MethodItem {
  return readItem(wire, readText(wire, 'Location'));
}

function readItem(wire: Wire, name: string): MethodItem {
  return {
    id: readId(wire, 'Id'),
    name,
    description: readOptionalText(wire, 'Description'),
    target: readOptionalText(wire, 'TargetType'),
    isSensitive: readSensitive(wire),
    ...readItemRules(wire),
  };
}

// Assumption: a method may have RequestFormat, as an export has (SERVICE E.2). Anything but Xml is
// JSON.
function readBodyFormat(wire: Wire): BodyFormat {
  const format = readPart(wire, 'RequestFormat');
  const word = format === null ? null : readField(format, 'DataType').value;
  return typeof word === 'string' && word.toLowerCase() === 'xml' ? 'xml' : 'json';
}

/** Version; null or empty is possible (SERVICE A.2). */
export function readVersion(wire: Wire): string | null {
  const version = readOptionalText(wire, 'Version');
  return version === '' ? null : version;
}

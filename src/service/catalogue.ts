import type { Answer } from '../model/api-failure.ts';
import type { ConnectorRelease, RemoteId } from '../model/live.ts';
import type { ServiceReader } from '../model/ports.ts';
import type { Client } from './client.ts';
import { listPages } from './list-pages.ts';
import { readFlag, readId, readList, readOptionalText, readText, type Wire } from './shape.ts';

/** Reads of the catalogue of connectors (SPEC 2.2, 4.2; SERVICE A.2). */
export function makeCatalogueReader(client: Client): Pick<ServiceReader, 'listCatalogue'> {
  return { listCatalogue: (throughAccount) => listCatalogue(client, throughAccount) };
}

/** One client found 401 without the account header, another did not (SERVICE I.27): both are served. */
async function listCatalogue(
  client: Client,
  throughAccount: RemoteId | null,
): Promise<Answer<readonly ConnectorRelease[]>> {
  const path = '/connectors';
  const answer = await listPages(client, { path, account: null }, readRelease);
  if (answer.ok || answer.failure.kind !== 'unauthorized' || throughAccount === null) return answer;
  return listPages(client, { path, account: throughAccount }, readRelease);
}

function readRelease(wire: Wire): ConnectorRelease {
  return {
    id: readId(wire, 'Id'),
    name: readText(wire, 'Name'),
    version: readVersion(wire),
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
        isSensitive: readFlag(item, 'IsSensitive'),
        isOptional: readFlag(item, 'IsOptional'),
      })),
  };
}

/** A version can be null or empty (SERVICE A.2). */
export function readVersion(wire: Wire): string | null {
  const version = readOptionalText(wire, 'Version');
  return version === '' ? null : version;
}

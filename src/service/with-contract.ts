import type { Answer } from '../model/diagnostic/api-failure.ts';
import {
  allCapabilities,
  type Capabilities,
  documentedCapabilities,
} from '../model/live/capabilities.ts';
import type { ServiceContract } from '../model/manifest/project.ts';
import type { ServiceReader, ServiceWriter } from '../model/ports.ts';
import type { Client } from './http/client.ts';

type ServicePorts = {
  readonly reader: Omit<ServiceReader, 'readCapabilities'>;
  readonly writer: ServiceWriter;
};

/** The capability that a method needs, and its request for messages. */
type Need = {
  readonly part: keyof Capabilities;
  readonly method: string;
  readonly path: string;
};

type Needs<T> = { readonly [Name in keyof T]?: Need };

const readerNeeds: Needs<ServiceReader> = {
  listAccounts: { part: 'accounts', method: 'GET', path: '/accounts' },
  readAccount: { part: 'accounts', method: 'GET', path: '/accounts/{id}' },
  listConnectors: { part: 'connectors', method: 'GET', path: '/account/connectors' },
  readConnector: { part: 'connectors', method: 'GET', path: '/account/connectors/{id}' },
  listTemplates: { part: 'templates', method: 'GET', path: '/templates' },
  exportTemplate: { part: 'templates', method: 'GET', path: '/templates/{id}/export' },
  exportWholeTemplate: { part: 'templates', method: 'GET', path: '/templates/{id}/export' },
  listUpgradeable: { part: 'cycles', method: 'GET', path: '/cycles/upgradeable' },
  listEdges: { part: 'cycles', method: 'GET', path: '/cycles/{id}/edges' },
  listVariables: { part: 'cycles', method: 'GET', path: '/cycles/{id}/variables' },
  readRuns: { part: 'cycles', method: 'GET', path: '/cycles/transactions' },
  listIncidents: { part: 'cycles', method: 'GET', path: '/cycles/incidents/error' },
  listTransactions: { part: 'cycles', method: 'GET', path: '/cycles/transactions' },
  listTransactionSteps: {
    part: 'cycles',
    method: 'GET',
    path: '/cycles/{id}/transactions/{transactionId}',
  },
  listPrerequisites: { part: 'cycles', method: 'GET', path: '/cycles/{id}/prerequisites' },
};

const writerNeeds: Needs<ServiceWriter> = {
  updateAccount: { part: 'accounts', method: 'PUT', path: '/accounts/{id}' },
  deleteAccount: { part: 'accounts', method: 'DELETE', path: '/accounts/{id}' },
  updateConnector: { part: 'connectors', method: 'PUT', path: '/account/connectors/{id}' },
  createProperty: {
    part: 'connectors',
    method: 'POST',
    path: '/account/connectors/{id}/properties',
  },
  updateProperty: {
    part: 'connectors',
    method: 'PUT',
    path: '/account/connectors/{id}/properties/{propertyId}',
  },
  deleteConnector: { part: 'connectors', method: 'DELETE', path: '/account/connectors/{id}' },
  updateCycle: { part: 'cycles', method: 'PUT', path: '/cycles/{id}' },
  deleteCycle: { part: 'cycles', method: 'DELETE', path: '/cycles/{id}' },
  deactivateCycle: { part: 'cycles', method: 'PUT', path: '/cycles/{id}/deactivate' },
  writeVariables: { part: 'cycles', method: 'PATCH', path: '/cycles/{id}/variables' },
  bindStep: { part: 'cycles', method: 'PUT', path: '/cycles/{id}/steps/{stepId}' },
};

/**
 * Limits reader and writer to the contract of the service: other calls fail
 * with `not-offered`, without a request. `auto` asks the three lists once per run, at first use.
 */
export function withContract(
  { reader, writer }: ServicePorts,
  client: Client,
  contract: ServiceContract,
): { readonly reader: ServiceReader; readonly writer: ServiceWriter } {
  if (contract !== 'auto') {
    const capabilities = contract === 'full' ? allCapabilities : documentedCapabilities;
    const read = async () => capabilities;
    const open = { ...reader, readCapabilities: read };
    if (contract === 'full') return { reader: open, writer };
    return {
      reader: withNeeds(open, readerNeeds, read),
      writer: withNeeds(writer, writerNeeds, read),
    };
  }
  let probed: Promise<Capabilities> | null = null;
  const read = () => {
    probed ??= probe(client);
    return probed;
  };
  const open = { ...reader, readCapabilities: read };
  return {
    reader: withNeeds(open, readerNeeds, read),
    writer: withNeeds(writer, writerNeeds, read),
  };
}

async function probe(client: Client): Promise<Capabilities> {
  const [accounts, connectors, templates] = await Promise.all([
    isOffered(client, { path: '/accounts', repeat: 'safe' }),
    // The list needs an account and none is known: 401 shows that it exists.
    isOffered(client, { path: '/account/connectors', repeat: 'once' }),
    isOffered(client, { path: '/templates', repeat: 'safe' }),
  ]);
  return { accounts, connectors, templates, cycles: accounts || connectors || templates };
}

// Disable a capability only for a clear refusal; other failures are reported at first use.
async function isOffered(
  client: Client,
  asked: { readonly path: string; readonly repeat: 'safe' | 'once' },
): Promise<boolean> {
  const answer = await client.send({
    ...asked,
    method: 'GET',
    query: { page: '1', pageSize: '1' },
    account: null,
  });
  if (answer.ok) return true;
  const { failure } = answer;
  if (failure.kind === 'rejected') return failure.status !== 405 && failure.status !== 501;
  return failure.kind !== 'not-found';
}

type Method = (...args: readonly never[]) => Promise<unknown>;

function withNeeds<T extends object>(
  part: T,
  needs: Needs<T>,
  read: () => Promise<Capabilities>,
): T {
  const gated = Object.entries(needs as Readonly<Record<string, Need>>).map(([name, need]) => {
    const call = (part as Readonly<Record<string, Method>>)[name];
    const kept = async (...args: readonly never[]) =>
      (await read())[need.part] ? call?.(...args) : makeNotOffered(need);
    return [name, kept] as const;
  });
  return { ...part, ...Object.fromEntries(gated) };
}

function makeNotOffered({ method, path }: Need): Answer<never> {
  const request = { method, path, account: null };
  return { ok: false, failure: { kind: 'not-offered', request, tries: 0, message: '' } };
}

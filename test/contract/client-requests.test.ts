import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Emulator, openEmulator } from '../../src/emulator/emulator.ts';
import { routes } from '../../src/emulator/routes.ts';
import type { JsonObject } from '../../src/kit/json/json.ts';
import { allCapabilities } from '../../src/model/live/capabilities.ts';
import type { MethodCall } from '../../src/model/live/method-call.ts';
import { SecretValue } from '../../src/model/secret/secret.ts';
import { findRoute, readRoute } from '../../tools/generate/claims.ts';
import { readSamples } from '../../tools/generate/samples.ts';
import { openForTest, type Rig, take } from '../service/open-for-test.ts';
import { readText, toHeaders, toSent } from './play/read-sent.ts';
import { differFromSample, type SentRequest, toSampledRequest } from './play/request-shape.ts';

// The client says to the service only what a sample says: the method and path, the query, whether an
// account is selected, and a body of the same names and kinds. What it sends is written down by a
// server between it and the emulator.

const account = 'northwind';
const samples = readSamples().filter(({ status }) => status < 300);
const sent: SentRequest[] = [];
const called = new Set<string>();
let emulator: Emulator;
let rig: Rig;
let baseUrl: string;
let closeServer: () => void;

beforeAll(async () => {
  const world = readFileSync(new URL('world.yaml', import.meta.url), 'utf8');
  // A catalogue that is refused without an account is asked for both ways.
  emulator = await openEmulator({ world, choices: { catalogueNeedsAccount: 'yes' } });
  const server = createServer(async (request, response) => {
    const text = await readText(request);
    sent.push(toSent(request, text));
    const answer = await emulator.fetch(
      new Request(`http://emulator${request.url}`, {
        method: request.method ?? 'GET',
        headers: toHeaders(request),
        body: text === '' ? null : text,
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  closeServer = () => server.close();
  baseUrl = `http://127.0.0.1:${port}`;
  rig = openForTest({ baseUrl, authUrl: baseUrl, credentials: emulator.credentials });
  rig = { ...rig, reader: watch(rig.reader), writer: watch(rig.writer), caller: watch(rig.caller) };
});

afterAll(async () => {
  await emulator.close();
  closeServer();
});

test('the client asks for all that it can, and each is answered', async () => {
  await useAccounts();
  const cycle = await useConnectors();
  await useMethods();
  await useCycle(cycle);
  take(await rig.writer.deleteAccount(account));
  expect(emulator.unmatchedCount()).toBe(0);
});

test('every operation of the client was requested', () => {
  const all = [...Object.keys(rig.reader), ...Object.keys(rig.writer), ...Object.keys(rig.caller)];
  expect(all.filter((name) => !called.has(name))).toEqual([]);
});

test('what the client sends is what a sample sends', () => {
  const flaws = sent.flatMap((request) => {
    const route = readRoute(routes, request);
    const flawsBySample = samples
      .filter((sample) => findRoute(routes, sample) === route)
      .map((sample) => differFromSample(request, toSampledRequest(sample)))
      .toSorted((left, right) => left.length - right.length);
    const [nearest = ['no sample']] = flawsBySample;
    return nearest.length === 0 ? [] : [`${request.method} ${request.path}: ${nearest.join(', ')}`];
  });
  expect(flaws).toEqual([]);
});

async function useAccounts(): Promise<void> {
  const { reader, writer } = rig;
  expect(await reader.readCapabilities()).toEqual(allCapabilities);
  const settings = {
    name: 'Northwind',
    description: 'Sells tea',
    timezone: 'Europe/Berlin',
    successHours: 24,
    erroredHours: 48,
    webhookEnabled: true,
    webhookUrl: 'https://hooks.example/a',
    webhookIncludesWarnings: true,
  };
  take(await writer.createAccount(account, settings));
  take(await writer.updateAccount(account, settings));
  take(await writer.updateAccount(account, { description: 'Sells coffee' }));
  take(await writer.updateAccount(account, { auditInfo: 'a', taskAuditInfo: 'b' }));
  const request = { user: 'it@northwind.example', targetOrigin: baseUrl };
  await rig.consents?.createConsentLink({ account, connector: '1' }, request);
  take(await reader.listAccounts());
  take(await reader.readAccount(account));
  expect(take(await reader.listCatalog(account))).toHaveLength(5);
  for (const of of [
    { kind: 'release', id: '101' },
    { kind: 'latest', name: 'Ledger', version: null },
    { kind: 'latest', name: 'Ledger', version: '1.0' },
  ] as const) {
    expect(take(await reader.listMethods(of, account)).length).toBeGreaterThan(0);
  }
}

/** Installs connectors and a template; gives the id of its cycle. */
async function useConnectors(): Promise<string> {
  const { reader, writer } = rig;
  const install = {
    description: 'For the clerks',
    authValue: new SecretValue('key-not-a-secret'),
    properties: [{ name: 'region', value: 'eu' }],
  };
  const ledger = take(
    await writer.installConnector(account, { ...install, releaseId: '102', name: 'ledger' }),
  );
  const spare = take(
    await writer.installConnector(account, { releaseId: '101', name: 'spare', properties: [] }),
  );
  take(
    await writer.installConnector(account, {
      releaseId: '301',
      name: 'vault',
      authenticationId: '5a0b7c7e-0002-4000-8000-000000000002',
      authValue: new SecretValue('key-not-a-secret'),
      properties: [],
    }),
  );
  const write = { name: 'ledger', description: 'Ours', authValue: new SecretValue('another') };
  take(await writer.updateConnector(account, ledger.id, write));
  const at = { account, connector: ledger.id };
  take(await writer.createProperty(at, 'apiToken', new SecretValue('token-not-a-secret')));
  const [region] = ledger.properties;
  if (region === undefined) return expect.unreachable();
  take(await writer.updateProperty(at, region, 'us'));
  take(await reader.readConnector(account, ledger.id));
  expect(take(await reader.listConnectors(account))).toHaveLength(3);
  const templates = take(await reader.listTemplates());
  const template = templates.find(({ name }) => name === 'Invoices to Letters');
  if (template === undefined) return expect.unreachable();
  take(await reader.exportTemplate(template.id));
  take(await reader.exportWholeTemplate(template.id));
  take(await writer.importTemplate(findExported()));
  const cycle = take(await writer.installTemplate(account, template.id));
  const [step] = take(await reader.listSteps(account, cycle.id)).filter(
    ({ name }) => name === 'List invoices',
  );
  if (step === undefined) return expect.unreachable();
  take(await writer.bindStep({ account, cycle: cycle.id }, step.id, spare.id));
  take(await writer.bindStep({ account, cycle: cycle.id }, step.id, ledger.id));
  take(await writer.deleteConnector(account, spare.id));
  return cycle.id;
}

/** Calls a method of an installed connector by name, by id, and by the identifier that follows the latest. */
async function useMethods(): Promise<void> {
  const { reader, writer, caller } = rig;
  const connector = take(
    await writer.installConnector(account, { releaseId: '401', name: 'house', properties: [] }),
  );
  const methods = take(await reader.listMethods({ kind: 'release', id: '401' }, account));
  const mark = methods.find(({ name }) => name === 'Set state');
  const [orderId, state] = mark?.fields ?? [];
  if (!mark || !orderId || !state) return expect.unreachable();
  const at = { account, connector: connector.id };
  const category = take(await writer.createCategory(at, 'Rush orders'));
  const byName: MethodCall['values'] = {
    kind: 'by-name',
    body: '{"order": {"id": "o-3", "state": "sent"}}',
    parameters: { reason: new SecretValue('late') },
    mergeFields: {},
    customCategory: Number(category.id),
  };
  const fields = { [orderId.id]: 'o-3', [state.id]: 'paid' };
  const byId: MethodCall['values'] = { kind: 'by-id', parameters: {}, fields, mergeFields: {} };
  const calls = [
    { ...at, method: mark.id, values: byName },
    { ...at, method: mark.id, values: byId },
    { ...at, method: mark.uniqueId ?? '', values: byId },
  ];
  for (const call of calls) {
    const { method, path } = caller.describeCall(call);
    expect(take(await caller.callMethod(call)).text).toContain('"id":"o-3"');
    expect(sent.at(-1)).toMatchObject({ method, path });
  }
}

async function useCycle(cycle: string): Promise<void> {
  const { reader, writer } = rig;
  take(
    await writer.updateCycle(account, cycle, {
      name: 'Letters',
      description: 'Ours',
      tags: ['letters'],
      successHours: 24,
      erroredHours: null,
      errorAction: 'Retry',
      collectionSplit: 'All',
      logRequests: true,
      shareable: true,
    }),
  );
  const variables = take(await reader.listVariables(account, cycle));
  const values = variables.map((each) => ({ ...each, value: 'us' }));
  take(await writer.writeVariables({ account, cycle }, values));
  await useMappings(cycle);
  take(await reader.exportCycle(account, cycle));
  take(await reader.readExportedCycle(account, cycle));
  const copy = take(await writer.importCycle(account, findExported()));
  take(await writer.deleteCycle(account, copy.id));
  expect(take(await reader.listEdges(account, cycle))).toHaveLength(1);
  expect(take(await reader.listPrerequisites(account, cycle))).toHaveLength(1);
  emulator.control.grantConsent({ account, connector: 'Courier' });
  const start = { startTime: '2030-01-01T00:00:00Z', runOnce: false };
  take(await writer.activateCycle(account, cycle, { ...start, intervalMinutes: 60 }));
  take(await writer.deactivateCycle(account, cycle));
  take(await writer.activateCycle(account, cycle, { runOnce: true }));
  take(await writer.deactivateCycle(account, cycle));
  const span = { after: '2020-01-01T00:00:00Z' };
  take(await reader.readRuns(account, span));
  take(await reader.listIncidents(account, span, 'warning'));
  take(await reader.listTransactions(account, span, cycle));
  const unknown = '5a0b7c7e-0001-4000-8000-00000000dead';
  const steps = await reader.listTransactionSteps({ account, cycle }, unknown, 'Order.Id');
  expect(steps).toMatchObject({ ok: false, failure: { kind: 'not-found' } });
  take(await reader.listCycles(account));
  take(await reader.listUpgradeable(account));
  take(await reader.readCycle(account, cycle));
  take(await writer.deleteCycle(account, cycle));
}

/** What a sample imports: the client passes it on as it is. */
function findExported(): JsonObject {
  const sample = samples.find(({ ask }) => ask === 'POST /v1.0/cycles/import');
  return sample?.body as JsonObject;
}

async function useMappings(cycle: string): Promise<void> {
  const { reader, writer } = rig;
  const steps = take(await reader.listSteps(account, cycle));
  const from = steps.find(({ name }) => name === 'List invoices');
  const to = steps.find(({ name }) => name === 'Send letter');
  const [variable] = take(await reader.listVariables(account, cycle));
  if (from === undefined || to === undefined || variable === undefined) return expect.unreachable();
  const nothing = {
    value: null,
    sourceStepId: null,
    sourceFieldId: null,
    triggerValue: null,
    triggerLabel: null,
  };
  const writes = [
    { ...nothing, type: 'StaticValue', value: new SecretValue('hidden') },
    { ...nothing, type: 'ValueList', value: 'plain' },
    { ...nothing, type: 'Variable', value: variable.systemName },
    { ...nothing, type: 'Lookup', triggerValue: '17', triggerLabel: 'Main book' },
    { ...nothing, type: 'Ignore' },
    { isLaunchVisible: true },
    {
      ...nothing,
      type: 'PreviousStep',
      sourceStepId: from.id,
      sourceFieldId: from.responses[0]?.id ?? null,
    },
  ];
  for (const slot of ['parameters', 'fields'] as const) {
    const target = to[slot][0]?.id ?? '';
    for (const write of writes) {
      take(await writer.writeMapping({ account, step: to.id, slot, target }, write));
    }
    take(await reader.listMappings(account, to.id, slot));
    take(await reader.listPlainMappings(account, to.id, slot));
  }
  take(await reader.listSources(account, to.id));
}

/** The same operations, whose names are noted when they are called. */
function watch<T extends object>(operations: T): T {
  const wrapped = Object.entries(operations).map(([name, operation]) => [
    name,
    (...args: readonly unknown[]) => {
      called.add(name);
      return Reflect.apply(operation, operations, args);
    },
  ]);
  return Object.fromEntries(wrapped);
}

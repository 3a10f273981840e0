import { expect, it } from 'vitest';
import {
  allCapabilities,
  type Capabilities,
  documentedCapabilities,
} from '../../src/model/live/capabilities.ts';
import type { ServiceContract } from '../../src/model/manifest/project.ts';
import { sendJson, serveBroken } from '../wire/serve-broken.ts';
import { openForTest, take } from './open-for-test.ts';

type Statuses = { readonly [path: string]: number };

/** A service whose lists answer with these statuses; any other path is a 200. */
async function open(contract: ServiceContract, statuses: Statuses = {}) {
  const service = await serveBroken((request, response) => {
    const path = new URL(request.url, 'http://service').pathname;
    sendJson(response, [], { status: statuses[path] ?? 200 });
  });
  const rig = openForTest({ baseUrl: service.url, accessToken: 'token-not-a-secret', contract });
  return { ...rig, seen: service.seen };
}

const lists = { accounts: '/v1.0/accounts', templates: '/v1.0/templates' } as const;
const connectors = '/v1.0/account/connectors';

it.each([
  ['full', allCapabilities],
  ['documented', documentedCapabilities],
] as const)('takes the contract %s at its word, and asks nothing', async (contract, expected) => {
  const { reader, seen } = await open(contract);
  expect(await reader.readCapabilities()).toEqual(expected);
  expect(seen).toEqual([]);
});

it.each([404, 405, 501])('takes a list that answers %i for not offered', async (status) => {
  for (const [part, path] of Object.entries({ ...lists, connectors })) {
    const { reader } = await open('auto', { [path]: status });
    expect(await reader.readCapabilities()).toEqual({ ...allCapabilities, [part]: false });
  }
});

it.each([200, 400, 401, 403, 429, 500])(
  'takes a list that answers %i for offered, be it in trouble',
  async (status) => {
    const { reader } = await open('auto', { [lists.accounts]: status, [connectors]: status });
    expect(await reader.readCapabilities()).toEqual(allCapabilities);
  },
);

it('counts cycles as offered as long as one of the three lists is', async () => {
  const nothing = { [lists.accounts]: 404, [lists.templates]: 404, [connectors]: 404 };
  const { reader } = await open('auto', nothing);
  expect(await reader.readCapabilities()).toEqual(documentedCapabilities);
});

it('asks the three lists once, whatever is called how often', async () => {
  const { reader, seen } = await open('auto', { [lists.accounts]: 405 });
  const answers = await Promise.all([
    reader.listAccounts(),
    reader.readAccount('northwind'),
    reader.readCapabilities(),
  ]);
  expect(answers.slice(0, 2).map((answer) => 'failure' in answer && answer.failure.kind)).toEqual([
    'not-offered',
    'not-offered',
  ]);
  expect(seen.map(({ url }) => new URL(url, 'http://service').pathname).sort()).toEqual(
    [connectors, ...Object.values(lists)].sort(),
  );
});

it('makes no request for what the contract does not offer, and all others', async () => {
  const { reader, writer, seen } = await open('documented');
  const at = { account: 'northwind', cycle: 'c1' };
  const refused = await Promise.all([
    reader.listConnectors('northwind'),
    reader.listTemplates(),
    reader.listEdges('northwind', 'c1'),
    reader.listVariables('northwind', 'c1'),
    reader.listPrerequisites('northwind', 'c1'),
    writer.updateAccount('northwind', { name: 'x' }),
    writer.deleteAccount('northwind'),
    writer.updateConnector('northwind', '1', { name: 'x' }),
    writer.deleteConnector('northwind', '1'),
    writer.updateCycle('northwind', 'c1', { name: 'x' }),
    writer.deactivateCycle('northwind', 'c1'),
    writer.deleteCycle('northwind', 'c1'),
    writer.writeVariables(at, []),
    writer.bindStep(at, 's1', '1'),
  ]);
  const kinds = refused.map((answer) => (answer.ok ? 'answered' : answer.failure.kind));
  expect(new Set(kinds)).toEqual(new Set(['not-offered']));
  expect(seen).toEqual([]);
  expect(take(await reader.listCycles('northwind'))).toEqual([]);
  expect(seen.length).toBeGreaterThan(0);
});

it('lets each part go by its own list', async () => {
  const only: Capabilities = { ...documentedCapabilities, connectors: true, cycles: true };
  const { reader } = await open('auto', { [lists.accounts]: 404, [lists.templates]: 404 });
  expect(await reader.readCapabilities()).toEqual(only);
  expect(take(await reader.listConnectors('northwind'))).toEqual([]);
});

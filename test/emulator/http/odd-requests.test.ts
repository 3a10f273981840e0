import { expect, test } from 'vitest';
import { routes } from '../../../src/emulator/routes.ts';
import { type Answer, readBody, signIn, startEmulator } from '../support/start-emulator.ts';
import { quickstartWorld } from '../support/worlds.ts';

// Whatever is sent, the service answers: an error of its own would reject here, and be a 500 over HTTP.

const odd = [
  null,
  [],
  [null],
  'text',
  5,
  true,
  { Name: {}, Value: [], Field: 5, AccountConnector: null, Properties: [null, 5, []], Tags: {} },
  { Steps: [null], Edges: 5, Variables: [[]], VersionedCycle: null },
  { Steps: [{ Id: {}, Method: [], AccountConnector: [null] }], Edges: [null] },
  { Parameters: [], Fields: 'x', Mergefields: 5, RequestBody: {}, CustomCategoryId: {} },
  [{ DisplayName: {}, Value: [] }, 5],
].map((body) => JSON.stringify(body));

/** What only a lenient reader takes. */
const lenient = [
  '{__proto__: {Name: 1}, constructor: [], Name: 9007199254740993, Value: 1e999, Tags: [{}],}',
  "{Properties: [{__proto__: 5}], Parameters: {__proto__: 'x', 5: 'y'}, Interval: -1e400}",
  "[{__proto__: 'x', DisplayName: '__proto__', Value: 123456789012345678901234567890}]",
];

test('every operation answers a body that makes no sense', async () => {
  const { caller, values } = await open();
  const writes = routes.filter(({ method }) => method !== 'GET');
  const isLast = ({ method }: (typeof writes)[number]) => Number(method === 'DELETE');
  for (const route of writes.toSorted((left, right) => isLast(left) - isLast(right))) {
    for (const body of [...odd, ...lenient]) {
      const path = route.path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '1');
      const { status } = await caller.call(route.method, path, body);
      expect(status, `${route.method} ${path} ${body}`).toBeLessThan(500);
    }
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test('every list answers a query that makes no sense', async () => {
  const { caller, values } = await open();
  const query = new URLSearchParams(
    ['page', 'pageSize', 'orderBy', 'sortOrderAsc', 'after', 'before', 'status', 'splitType']
      .concat(['query', 'tag', 'category', 'connectorName', 'filter', 'includeIcons'])
      .map((name): [string, string] => [name, "-1'[\u0000"]),
  );
  for (const route of routes.filter(({ method }) => method === 'GET')) {
    const path = route.path.replace(/:(\w+)/g, (_, name: string) => values[name] ?? '1');
    const { status } = await caller.call('GET', `${path}?${query}`);
    expect(status, path).toBeLessThan(500);
  }
});

test('the control port answers what makes no sense', async () => {
  const { caller } = await open();
  const actions = ['promote', 'publish', 'upgradeInstalled', 'settings', 'allowList', 'none'];
  const wrapped = actions.flatMap((name) => odd.map((value) => `{"${name}": ${value}}`));
  for (const name of [
    'apps',
    'seed',
    'clock',
    'transactions',
    'limit',
    'faults',
    'consent',
    'console',
  ]) {
    for (const body of [...odd, ...lenient, ...(name === 'console' ? wrapped : [])]) {
      const answer = await caller.call('POST', `/__control/${name}`, body);
      expect(answer.status, `${name} ${body}`).toBeLessThan(500);
    }
  }
});

async function open() {
  const emulator = await startEmulator({
    world: quickstartWorld,
    frozenAt: '2026-12-01T05:00:00Z',
    control: true,
  });
  emulator.control.seed([
    {
      id: 'northwind',
      connectors: [{ connector: 'Sample CRM' }],
      cycles: [{ template: 'Contacts to Files', variables: { region: 'eu' } }],
    },
  ]);
  const caller = (await signIn(emulator)).inside('northwind');
  const [connector] = await readBody(caller, '/account/connectors');
  const [cycle] = await readBody(caller, '/cycles');
  const steps: readonly Answer['body'][] = await readBody(caller, `/cycles/${cycle.Id}/steps`);
  const step = steps.find(({ Name }) => Name === 'Write file');
  const values: Readonly<Record<string, string>> = {
    accountId: 'northwind',
    accountConnectorId: String(connector.Id),
    cycleId: cycle.Id,
    stepId: step.Id,
    fieldId: String(step.Method.RequestFields[0].Id),
    parameterId: String(step.Method.Parameters[0].Id),
    methodId: String((await readBody(caller, '/connectors/Sample%20CRM/methods'))[0].Id),
    connector: 'Sample CRM',
    version: '1.0',
    templateId: cycle.TemplateId,
    systemName: 'region',
  };
  return { caller, values };
}

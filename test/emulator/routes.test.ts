import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Emulator } from '../../src/emulator/emulator.ts';
import type { Route } from '../../src/emulator/http/route.ts';
import { idForms } from '../../src/emulator/http/route.ts';
import { routes } from '../../src/emulator/routes.ts';
import { meetWebhook } from './runs/post-to-webhook.ts';
import { meetBrowserRoutes } from './support/meet-browser-routes.ts';
import {
  type Answer,
  askToken,
  type Caller,
  installReady,
  makeCaller,
  put,
  readBody,
  signIn,
  startEmulator,
} from './support/start-emulator.ts';
import { quickstartWorld } from './support/worlds.ts';

// Every row of the route table says which statuses its operation answers. Here each of them is met,
// and none that the row does not say.

const met = new Map<string, Set<number>>(routes.map((route) => [nameOf(route), new Set()]));
const unknownIds: Readonly<Record<string, string>> = {
  guid: '00000000-0000-4000-8000-000000000000',
  integer: '1',
  either: '1',
  text: 'nothing',
};
let emulator: Emulator;
let caller: Caller;
let restricted: Caller;
let known: Readonly<Record<string, string>>;

function nameOf(route: Route): string {
  return `${route.method} ${route.path}`;
}

/** The path with values put in. */
function fill(route: Route, values: Readonly<Record<string, string>>): string {
  return route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? ''),
  );
}

function paramsOf(route: Route): readonly string[] {
  return [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
}

async function meet(route: Route, by: Caller, options: { path?: string; body?: unknown } = {}) {
  const body = route.method === 'GET' ? undefined : (options.body ?? {});
  const answer = await by.call(route.method, options.path ?? fill(route, known), body);
  met.get(nameOf(route))?.add(answer.status);
  return answer;
}

beforeAll(async () => {
  emulator = await startEmulator({ world: quickstartWorld });
  const partner = await signIn(emulator);
  for (const Id of ['northwind', 'contoso', 'fabrikam']) {
    await partner.call('POST', '/v1.0/accounts', { Id, Name: Id });
  }
  caller = partner.inside('northwind');
  restricted = (await signIn(emulator, 'account:contoso')).inside('northwind');
  const cycleId = await installReady(caller, 'Contacts to Mailer');
  const steps = await readBody(caller, `/cycles/${cycleId}/steps`);
  const step = steps.find((each: Answer['body']) => each.Name === 'Add subscriber');
  const [edge] = await readBody(caller, `/cycles/${cycleId}/edges`);
  const [template] = await readBody(caller, '/templates?tag=mail');
  const store = await caller.call('POST', '/v1.0/connectors/Sample%20File%20Store/install', {
    Name: 'files',
    AuthValue: Buffer.from('sync:not-a-secret').toString('base64'),
    Properties: [{ Name: 'port', Value: '1' }],
  });
  await put(caller, `/cycles/${cycleId}/activate`, { RunOnce: true });
  await emulator.control.letPass('2s');
  const [transaction] = await readBody(caller, `/cycles/${cycleId}/transactions`);
  const methods = await readBody(caller, '/connectors/Sample%20File%20Store/methods');
  known = {
    methodId: String(methods.find((each: Answer['body']) => each.Name === 'List files').Id),
    accountId: 'northwind',
    connector: 'Sample File Store',
    version: '3.1',
    accountConnectorId: String(store.body.Id),
    propertyId: String(store.body.Properties[0].Id),
    templateId: template.Id,
    cycleId,
    stepId: step.Id,
    edgeId: edge.Id,
    transactionId: transaction.Id,
    systemName: 'region',
    parameterId: String(step.Method.Parameters[0].Id),
    fieldId: String(step.Method.RequestFields[0].Id),
  };
});

const guarded = routes.filter((route) => route.needs !== 'nothing');

describe.each(guarded.map((route) => [nameOf(route), route] as const))('%s', (_, route) => {
  test('is 401 without a token', async () => {
    expect((await meet(route, makeCaller(emulator, 'x', {}))).status).toBe(401);
  });

  test.each(paramsOf(route).filter((name) => idForms[name] !== undefined))(
    'is 400 where %s is malformed',
    async (name) => {
      const path = fill(route, { ...known, [name]: 'malformed!' });
      expect((await meet(route, caller, { path })).status).toBe(400);
    },
  );

  test.each(paramsOf(route))('does not find what is not there by %s', async (name) => {
    const unknown = unknownIds[idForms[name] ?? 'text'] ?? '';
    const path = fill(route, { ...known, [name]: unknown });
    // An array of nothing is the answer where a connector is asked for by name.
    const isArray = ['/v1.0/connectors/:connector', '/v1.0/connectors/:connector/:version'];
    const { status } = await meet(route, caller, { path });
    expect(status).toBe(isArray.includes(route.path) ? 200 : 404);
  });
});

test.each(
  routes
    .filter((route) => route.needs === 'account')
    .map((route) => [nameOf(route), route] as const),
)('%s is 401 without the account header', async (_, route) => {
  expect((await meet(route, caller.inside(''))).status).toBe(401);
});

describe('what each operation answers beyond that', () => {
  const find = (name: string): Route => {
    const route = routes.find((each) => nameOf(each) === name);
    if (route === undefined) {
      throw new Error(`There is no route '${name}'.`);
    }
    return route;
  };

  test('the token endpoint takes a form', async () => {
    const { clientId, clientSecret } = emulator.credentials;
    const right = { grant_type: 'client_credentials', client_id: clientId };
    const token = met.get('POST /oauth/token');
    for (const form of [{ ...right, client_secret: clientSecret }, right, { grant_type: 'x' }]) {
      token?.add((await askToken(emulator, form as Record<string, string>)).status);
    }
    expect([...(token ?? [])].toSorted()).toEqual([200, 400, 401]);
  });

  test('the routes of a browser answer pages', async () => {
    await meetBrowserRoutes(emulator, caller, (name, status) => met.get(name)?.add(status));
  });

  test('a webhook starts a cycle that is active', async () => {
    for (const status of await meetWebhook(emulator, caller)) {
      met.get('POST /api/webhook/:identifier')?.add(status);
    }
  });

  test('accounts refuse a token of another account', async () => {
    for (const route of routes.filter((each) =>
      /^\/v1\.0\/(accounts|users)|\/import$/.test(each.path),
    )) {
      expect((await meet(route, restricted)).status).toBe(403);
    }
  });

  test('methods of third parties are called from approved addresses alone', async () => {
    emulator.control.console({ allowList: ['203.0.113.7'] });
    for (const route of routes.filter((each) => each.path.includes('/:methodId'))) {
      const { status } = await meet(route, caller);
      expect([nameOf(route), status]).toEqual([
        nameOf(route),
        route.statuses.includes(403) ? 403 : 200,
      ]);
    }
    emulator.control.console({ allowList: null });
  });

  test('every operation succeeds where all is well', async () => {
    const file = await readBody(caller, `/templates/${known.templateId}/export`);
    const bodies: Readonly<Record<string, unknown>> = {
      'POST /v1.0/account/connectors/:accountConnectorId/customcategories': { Name: 'x' },
      'POST /v1.0/templates/import': file,
      'POST /v1.0/cycles/import': file,
      'POST /v1.0/accounts': { Name: 'New' },
      'POST /v1.0/accounts/:accountId/signintoken': { Username: 'ada' },
      'PUT /v1.0/accounts/:accountId/users': { UserName: 'ada' },
      'DELETE /v1.0/accounts/:accountId/users': { UserName: 'ada' },
      'PUT /v1.0/users': { UserName: 'ada', Password: 'x' },
      'POST /v1.0/connectors/:connector/:version/install': { Name: 'Of a version' },
      'POST /v1.0/cycles': { Name: 'By hand' },
      'PUT /v1.0/cycles/:cycleId/activate': { Interval: 15 },
      'POST /v1.0/account/connectors/:accountConnectorId/properties': {
        Name: 'rootFolder',
        Value: '/',
      },
      'POST /v1.0/cycles/:cycleId/variables': { DisplayName: 'another', Value: 'x' },
      'PATCH /v1.0/cycles/:cycleId/variables': [{ DisplayName: 'region', Value: 'x' }],
    };
    // Deletes come last, what lies in an account before the account.
    const turn = (route: Route) =>
      route.method !== 'DELETE'
        ? 0
        : route.needs === 'account'
          ? 9 - route.path.split('/').length
          : 19 - route.path.split('/').length;
    const order = routes.toSorted((left, right) => turn(left) - turn(right));
    for (const route of order.filter((each) => each.needs !== 'nothing')) {
      const { status } = await meet(route, caller, { body: bodies[nameOf(route)] });
      expect([nameOf(route), status]).toEqual([nameOf(route), route.statuses[0]]);
    }
  });

  test('bad values, and edits of what runs, are refused', async () => {
    const inside = caller.inside('fabrikam');
    const cycleId = await installReady(inside, 'Contacts to Mailer');
    const bad: readonly (readonly [string, unknown, Record<string, string>?])[] = [
      ['POST /v1.0/accounts', {}],
      ['PUT /v1.0/accounts/:accountId', { Name: '' }, { accountId: 'fabrikam' }],
      ['POST /v1.0/connectors/:connector/install', { Properties: [{ Name: 'x' }] }],
      ['POST /v1.0/connectors/:connector/:version/install', { Properties: [{ Name: 'x' }] }],
      ['POST /v1.0/cycles', {}],
      ['POST /v1.0/accounts/:accountId/signintoken', {}, { accountId: 'fabrikam' }],
      ['PUT /v1.0/accounts/:accountId/users', {}, { accountId: 'fabrikam' }],
      ['DELETE /v1.0/accounts/:accountId/users', {}, { accountId: 'fabrikam' }],
      ['PUT /v1.0/users', {}],
      ['POST /v1.0/templates/import', {}],
      ['POST /v1.0/cycles/import', {}],
      ['PUT /v1.0/cycles/:cycleId/activate', { Interval: 2 }, { cycleId }],
    ];
    for (const [name, body, values] of bad) {
      const path = fill(find(name), { ...known, ...values });
      expect((await meet(find(name), inside, { path, body })).status).toBe(400);
    }
    for (const route of routes.filter(({ path }) =>
      /\/(transactions|incidents\/\w+)$/.test(path),
    )) {
      const path = `${fill(route, { ...known, cycleId })}?after=soon`;
      expect((await meet(route, inside, { path })).status).toBe(400);
    }
    const byId = find('GET /v1.0/connectors/:connector');
    expect((await meet(byId, inside, { path: '/v1.0/connectors/1' })).status).toBe(404);
    const stranger = { UserName: 'nobody', Password: 'x' };
    expect((await meet(find('PUT /v1.0/users'), inside, { body: stranger })).status).toBe(404);
    await put(inside, `/cycles/${cycleId}/activate`, { Interval: 15 });
    const [step] = (await readBody(inside, `/cycles/${cycleId}/steps`)).filter(
      (each: Answer['body']) => each.Name === 'Add subscriber',
    );
    const [crm] = await readBody(inside, '/account/connectors');
    const values = {
      ...known,
      cycleId,
      stepId: step.Id,
      parameterId: String(step.Method.Parameters[0].Id),
      fieldId: String(step.Method.RequestFields[0].Id),
      accountConnectorId: String(crm.Id),
      accountId: 'fabrikam',
    };
    for (const route of routes.filter((each) => each.statuses.includes(409))) {
      const body = route.method === 'PATCH' ? [] : {};
      const path = fill(route, values);
      expect([nameOf(route), (await meet(route, inside, { path, body })).status]).toEqual([
        nameOf(route),
        409,
      ]);
    }
  });
});

afterAll(() => {
  const reported = routes.map((route) => [nameOf(route), [...route.statuses].toSorted()]);
  const seen = routes.map((route) => [
    nameOf(route),
    [...(met.get(nameOf(route)) ?? [])].toSorted(),
  ]);
  expect(seen).toEqual(reported);
});

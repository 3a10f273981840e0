import { describe, expect, test } from 'vitest';
import { type Choices, choiceTable } from '../../../src/emulator/world/choices.ts';
import type { World } from '../../../src/emulator/world/file/world.ts';
import {
  type Answer,
  type Caller,
  installReady,
  installTemplate,
  openAccount,
  put,
  readBody,
  signIn,
  startEmulator,
} from '../support/start-emulator.ts';
import { quickstartWorld } from '../support/worlds.ts';

async function open(choices: Partial<Choices>): Promise<Caller> {
  return openAccount({ world: quickstartWorld, choices });
}

async function install(caller: Caller, connector: string, body: unknown): Promise<Answer> {
  return caller.call('POST', `/v1.0/connectors/${encodeURIComponent(connector)}/install`, body);
}

test('every choice allows its default and another value, and says what it decides', () => {
  for (const choice of choiceTable) {
    const allowed: readonly unknown[] = choice.allowed;
    expect(allowed).toContain(choice.default);
    expect(allowed.length).toBeGreaterThan(1);
    expect(choice.decides).toMatch(/^[A-Z].*\.$/);
  }
  expect(new Set(choiceTable.map((choice) => choice.key)).size).toBe(choiceTable.length);
});

describe('the door', () => {
  test.each([401, 403, 404] as const)('answers %i for an unknown account', async (status) => {
    const caller = await open({ unknownAccountHeader: status });
    expect((await caller.inside('nobody').call('GET', '/v1.0/cycles')).status).toBe(status);
  });

  test.each([401, 403] as const)('answers %i for a token of another account', async (status) => {
    const emulator = await startEmulator({
      world: { accounts: [{ id: 'a' }, { id: 'b' }] },
      choices: { tokenScopeMismatch: status },
    });
    const caller = await signIn(emulator, 'account:a');
    expect((await caller.inside('a').call('GET', '/v1.0/cycles')).status).toBe(200);
    expect((await caller.inside('b').call('GET', '/v1.0/cycles')).status).toBe(status);
    expect((await caller.call('GET', '/v1.0/accounts/b')).status).toBe(status);
  });
});

describe('pages', () => {
  const accounts = Array.from({ length: 130 }, (_, index) => ({ id: `a${index}` }));

  async function listPage(choices: Partial<Choices>, query: string): Promise<Answer> {
    const caller = await signIn(await startEmulator({ world: { accounts }, choices }));
    return caller.call('GET', `/v1.0/accounts${query}`);
  }

  test.each([
    [{}, '', 100],
    [{ defaultPageSize: 25 }, '', 25],
    [{}, '?pageSize=1000', 130],
    [{ maximumPageSize: 100 }, '?pageSize=1000', 100],
    [{}, '?pageSize=none', 100],
  ] as const)('with %j and %j hold %i items', async (choices, query, length) => {
    expect((await listPage(choices, query)).body).toHaveLength(length);
  });

  test('come without Total-Pages where that is chosen', async () => {
    const { headers } = await listPage({ totalPagesHeader: 'absent' }, '');
    expect(headers.get('Total-Pages')).toBeNull();
  });
});

describe('connectors', () => {
  test.each([
    ['refused', 400],
    ['ignored', 200],
  ] as const)(
    'called with a category that is not theirs, "%s", answer %i',
    async (value, status) => {
      const caller = await open({ unknownCustomCategory: value });
      const { body } = await install(caller, 'Our App', {});
      const [method] = await readBody(caller, '/connectors/Our%20App/methods?query=List%20orders');
      const path = `/v1.0/account/connectors/${body.Id}/methods/${method.Id}/body`;
      expect((await caller.call('POST', path, { CustomCategoryId: 7 })).status).toBe(status);
    },
  );

  test('need a name where that is chosen', async () => {
    const caller = await open({ installWithoutName: 'refused' });
    expect((await install(caller, 'Sample CRM', {})).status).toBe(400);
    expect((await install(caller, 'Sample CRM', { Name: 'crm' })).status).toBe(200);
  });

  test.each([
    ['running refused', 200],
    ['used refused', 409],
    ['allowed', 200],
  ] as const)('used by a paused cycle, with "%s", answer %i to a delete', async (value, status) => {
    const caller = await open({ connectorDeleteInUse: value });
    await installReady(caller, 'Contacts to Files');
    const [connector] = await readBody(caller, '/account/connectors');
    const path = `/v1.0/account/connectors/${connector.Id}`;
    expect((await caller.call('DELETE', path, {})).status).toBe(status);
  });

  test('whose values are properties are authenticated by the required ones', async () => {
    const connector = {
      name: 'Fields',
      authentication: [{ name: 'Fields', type: 'AuthFields' }],
      releases: [{ version: '1', properties: [{ name: 'user', optional: false }, { name: 'x' }] }],
    } as const;
    const caller = await openAccount({ world: { connectors: [connector] } });
    const { body } = await install(caller, 'Fields', { Properties: [{ Name: 'x', Value: '1' }] });
    expect(body.Authenticated).toBe(false);
    const path = `/v1.0/account/connectors/${body.Id}`;
    const isAuthenticated = async () => (await caller.call('GET', path)).body.Authenticated;
    const { body: user } = await caller.call('POST', `${path}/properties`, {
      Name: 'user',
      Value: 'sync',
    });
    expect(await isAuthenticated()).toBe(true);
    await caller.call('DELETE', `${path}/properties/${user.Id}`, {});
    expect(await isAuthenticated()).toBe(false);
  });
});

describe('accounts', () => {
  test.each([
    ['written', 'b', null],
    ['not cleared', 'b', 'b'],
    ['ignored', 'a', 'a'],
  ] as const)('take audit texts in an update as %s', async (auditInfoUpdate, changed, cleared) => {
    const emulator = await startEmulator({ world: quickstartWorld, choices: { auditInfoUpdate } });
    const caller = await signIn(emulator);
    await caller.call('POST', '/v1.0/accounts', { Id: 'n', Name: 'N', AuditInfo: 'a' });
    for (const [AuditInfo, stored] of [
      ['b', changed],
      [null, cleared],
    ]) {
      const { status } = await put(caller, '/accounts/n', { AuditInfo });
      expect([status, (await readBody(caller, '/accounts/n')).AuditInfo]).toEqual([200, stored]);
    }
  });
});

describe('cycles', () => {
  test('always bring connectors of their own where that is chosen', async () => {
    const caller = await open({ freshInstallation: 'always' });
    await installTemplate(caller, 'Contacts to Files');
    await installTemplate(caller, 'Contacts to Files');
    expect(await readBody(caller, '/account/connectors')).toHaveLength(4);
  });

  test('take any interval where that is chosen', async () => {
    const caller = await open({ intervalNotListed: 'stored', scheduleReadable: 'yes' });
    const id = await installReady(caller, 'Contacts to Files');
    expect((await put(caller, `/cycles/${id}/activate`, { Interval: 7 })).status).toBe(200);
    expect((await readBody(caller, `/cycles/${id}`)).Interval).toBe(7);
  });

  test('are deleted while they run where that is chosen, with what ran', async () => {
    const emulator = await startEmulator({
      world: quickstartWorld,
      choices: { cycleDeleteWhileRunning: 'allowed' },
    });
    const partner = await signIn(emulator);
    await partner.call('POST', '/v1.0/accounts', { Id: 'northwind', Name: 'Northwind' });
    const caller = partner.inside('northwind');
    const id = await installReady(caller, 'Contacts to Files');
    await put(caller, `/cycles/${id}/activate`, { Interval: 15 });
    emulator.control.plantTransactions({ cycle: id, count: 2, lastsMs: 60_000 });
    expect((await caller.call('DELETE', `/v1.0/cycles/${id}`, {})).status).toBe(200);
    expect(await readBody(caller, `/cycles/${id}`)).toMatchObject({
      Status: 'DeleteScheduled',
      InProgressTransactionCount: 0,
    });
  });

  test('answer 404 to an id of the wrong type where that is chosen', async () => {
    const caller = await open({ wrongIdType: 404 });
    const { Id } = await installTemplate(caller, 'Contacts to Mailer');
    const steps = await readBody(caller, `/cycles/${Id}/steps`);
    const step = steps.find((each: Answer['body']) => each.Name === 'Add subscriber');
    const path = `/steps/${step.Id}/fieldmappings/${step.Method.Parameters[0].Id}`;
    expect((await put(caller, path, { MappingType: 'Ignore' })).status).toBe(404);
  });

  describe('whose step has many fields', () => {
    const fields = Array.from({ length: 9 }, (_, index) => ({ location: `Field ${9 - index}` }));
    const parameters = fields.map(({ location: name }) => ({ name, target: 'QueryString' }));
    const world: World = {
      connectors: [
        {
          name: 'Wide',
          releases: [
            {
              version: '1',
              methods: [{ name: 'Write', endpoint: 'POST /rows', fields, parameters }],
            },
          ],
        },
      ],
      templates: [{ name: 'Rows', steps: [{ name: 'A', connector: 'Wide', method: 'Write' }] }],
    };

    test.each([
      ['display', true],
      ['shuffled', false],
    ] as const)('list them in the order "%s"', async (mappingOrder, isInOrder) => {
      const caller = await openAccount({ world, choices: { mappingOrder } });
      const { Id } = await installTemplate(caller, 'Rows');
      const [step] = await readBody(caller, `/cycles/${Id}/steps`);
      const all: [path: string, property: string][] = [
        ['fieldmappings', 'Field'],
        ['parameters', 'Parameter'],
      ];
      for (const [path, property] of all) {
        const list: readonly Answer['body'][] = await readBody(caller, `/steps/${step.Id}/${path}`);
        const orders = list.map((each) => each[property].DisplayOrder);
        const names = list.map((each) => each[property].Name);
        const inOrder = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        expect(orders.toSorted()).toEqual(inOrder);
        expect(orders.join() === inOrder.join()).toBe(isInOrder);
        expect(names).toEqual(orders.map((order) => `Field ${10 - order}`));
        const sorted = await readBody(caller, `/steps/${step.Id}/${path}?orderBy=Name`);
        expect(sorted[0][property].Name).toBe('Field 1');
      }
    });
  });
});

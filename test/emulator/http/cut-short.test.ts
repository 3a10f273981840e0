import { describe, expect, test } from 'vitest';
import { type Emulator, openEmulator } from '../../../src/emulator/emulator.ts';
import { ConnectionLost } from '../../../src/emulator/http/broken-answer.ts';
import type { World } from '../../../src/emulator/world/file/world.ts';
import { closeAfterFile } from '../../support/opened.ts';
import { askSignInToken, browse, decide, makeLink } from '../resources/consent/browse.ts';
import { serveThirdParty } from '../support/serve-third-party.ts';
import { type Caller, signIn } from '../support/start-emulator.ts';

// The service closes or begins anew while it waits for a third party that gives no answer. Whoever
// waits is let go, and nothing of the old work is written into what came after it.

interface Held {
  readonly emulator: Emulator;
  readonly caller: Caller;
  /** Resolves when a request has come to the third party, which never answers. */
  readonly arrived: Promise<void>;
  /** Installed connector and method of the account. */
  readonly id: number;
  readonly methodId: number;
}

async function openHeld(): Promise<Held> {
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  const { url } = await serveThirdParty(() => {
    resolve();
    return null;
  });
  const emulator = await openEmulator({ world: makeWorld(url), frozenAt: '2026-12-01T05:00:00Z' });
  closeAfterFile(() => emulator.close());
  const caller = (await signIn(emulator)).inside('northwind');
  return { emulator, caller, arrived, ...(await findParty(caller)) };
}

async function findParty(caller: Caller): Promise<Pick<Held, 'id' | 'methodId'>> {
  const { body } = await caller.call('GET', '/v1.0/account/connectors');
  const { Id } = body.find((each: { Name: string }) => each.Name === 'Party');
  const methods = await caller.call('GET', '/v1.0/connectors/Party/methods');
  return { id: Id, methodId: methods.body[0].Id };
}

function makeWorld(url: string): World {
  const releases = [{ version: '1', methods: [{ name: 'Do', endpoint: 'GET /x' }] }];
  const script = `return http_request('${url}/x').status;`;
  const oauth2 = { accessTokenUrl: `${url}/token`, accessTokenLifetime: '1h' };
  return {
    connectors: [
      { name: 'Party', api: { baseUrl: url }, releases },
      {
        name: 'Signed',
        authentication: [{ name: 'one', type: 'OAuth2' }],
        api: { baseUrl: url, oauth2 },
        releases,
      },
      {
        name: 'Hook',
        native: true,
        releases: [{ version: '1', methods: [{ name: 'Come', type: 'Webhook', script }] }],
      },
    ],
    templates: [
      {
        name: 'Once',
        steps: [
          { name: 'Do', connector: 'Party' },
          { name: 'Do', connector: 'Party' },
        ],
      },
      {
        name: 'Posted',
        steps: [
          { name: 'Come', connector: 'Hook' },
          { name: 'Do', connector: 'Party' },
        ],
      },
    ],
    accounts: [
      {
        id: 'northwind',
        connectors: [
          { connector: 'Party' },
          { connector: 'Signed', authenticated: true },
          { connector: 'Hook' },
        ],
        cycles: [
          { template: 'Once', active: { runOnce: true } },
          { template: 'Posted', active: {} },
        ],
      },
    ],
  };
}

/** Work that waits for the third party; what it comes to where it is cut short. */
const works: Readonly<Record<string, (held: Held) => Promise<unknown>>> = {
  'the call of a method': ({ caller, id, methodId }) =>
    caller.call('POST', `/v1.0/account/connectors/${id}/methods/${methodId}`, {}),
  'the exchange of a code': async ({ emulator, caller }) => {
    const { body } = await caller.call('GET', '/v1.0/account/connectors');
    const { Id } = body.find((each: { Name: string }) => each.Name === 'Signed');
    const { Token: token } = await askSignInToken(caller);
    const link = makeLink({ id: String(Id), token, targetOrigin: 'https://app.example' });
    const { location } = await browse(emulator, link);
    return browse(emulator, await decide(emulator, location, 'allow'));
  },
  'the renewal of a token': async ({ emulator, caller }) => {
    emulator.control.advance('2h');
    const { body } = await caller.call('GET', '/v1.0/account/connectors');
    const { Id } = body.find((each: { Name: string }) => each.Name === 'Signed');
    const methods = await caller.call('GET', '/v1.0/connectors/Signed/methods');
    return caller.call('POST', `/v1.0/account/connectors/${Id}/methods/${methods.body[0].Id}`, {});
  },
  'the script of a webhook': ({ emulator }) => {
    const [account] = emulator.control.dump().accounts;
    const posted = account?.cycles.find(({ name }) => name === 'Posted');
    return emulator.fetch(
      new Request(`http://emulator/api/webhook/${posted?.webhookIdentifier}`, { method: 'POST' }),
    );
  },
  'the step of a cycle': ({ emulator }) => emulator.control.letPass('1m'),
};

/** All that the service and its sample apps hold, and the tasks that it counted. */
async function readAll(emulator: Emulator): Promise<unknown> {
  const { now: _, tokens: __, ...dump } = emulator.control.dump();
  const caller = (await signIn(emulator)).inside('northwind');
  const usage = await caller.call('GET', '/v1.0/accounts/northwind/usage');
  const cycles = dump.accounts[0]?.cycles ?? [];
  const transactions = await Promise.all(
    cycles.map(
      async ({ id }) => (await caller.call('GET', `/v1.0/cycles/${id}/transactions`)).body,
    ),
  );
  return { dump, tasks: usage.body.TasksUsed, apps: emulator.control.readApps(), transactions };
}

describe.each(Object.keys(works))('%s', (name) => {
  // Time that passes stops where it is; any other caller loses its connection.
  const cut = name === 'the step of a cycle' ? expect.any(String) : expect.any(ConnectionLost);
  const begin = works[name] ?? (() => Promise.reject(new Error('There is no such work.')));

  test('is closed when the service starts again, and nothing of it is kept', async () => {
    const held = await openHeld();
    const { emulator } = held;
    const before = await readAll(emulator);
    const work = begin(held).catch((error: unknown) => error);
    await held.arrived;
    emulator.control.reset();
    expect(await work).toEqual(cut);
    expect(await readAll(emulator)).toEqual(before);
  });

  test('is closed when the service closes', async () => {
    const held = await openHeld();
    const work = begin(held).catch((error: unknown) => error);
    await held.arrived;
    await held.emulator.close();
    expect(await work).toEqual(cut);
  });
});

test('accounts that are seeded while a call is under way are there, and the call ends as it would', async () => {
  const { url } = await serveThirdParty(() => {
    emulator.control.seed([{ id: 'contoso' }]);
    return { status: 200, json: { fine: true } };
  });
  const emulator = await openEmulator({ world: makeWorld(url), frozenAt: '2026-12-01T05:00:00Z' });
  closeAfterFile(() => emulator.close());
  const caller = (await signIn(emulator)).inside('northwind');
  const { id, methodId } = await findParty(caller);
  const path = `/v1.0/account/connectors/${id}/methods/${methodId}`;
  expect(await caller.call('POST', path, {})).toMatchObject({ status: 200, body: { fine: true } });
  const accounts = emulator.control.dump().accounts.map((account) => account.id);
  expect(accounts.toSorted()).toEqual(['contoso', 'northwind']);
  const usage = await caller.call('GET', '/v1.0/accounts/northwind/usage');
  expect(usage.body.TasksUsed).toBe(1);
});

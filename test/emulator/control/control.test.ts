import { beforeEach, describe, expect, test } from 'vitest';
import type { Emulator } from '../../../src/emulator/emulator.ts';
import {
  type Answer,
  type Caller,
  installReady,
  installTemplate,
  put,
  readBody,
  signIn,
  startEmulator,
} from '../support/start-emulator.ts';
import { quickstartWorld } from '../support/worlds.ts';

let emulator: Emulator;
let caller: Caller;

beforeEach(async () => {
  emulator = await startEmulator({
    world: quickstartWorld,
    frozenAt: '2026-11-21T10:00:00Z',
    control: true,
  });
  const partner = await signIn(emulator);
  await partner.call('POST', '/v1.0/accounts', { Id: 'northwind', Name: 'Northwind' });
  caller = partner.inside('northwind');
});

async function control(method: string, name: string, body?: unknown): Promise<Answer> {
  return caller.call(method, `/__control/${name}`, body);
}

describe('the clock', () => {
  test('moves by what is asked, and tokens expire by it', async () => {
    expect((await control('POST', 'clock', { advance: '1h' })).body).toEqual({
      now: '2026-11-21T11:00:00.000Z',
    });
    await control('POST', 'clock', { advance: '14d' });
    expect((await caller.call('GET', '/v1.0/accounts')).status).toBe(401);
    expect((await control('POST', 'clock', { advance: 'soon' })).status).toBe(400);
    expect((await control('POST', 'clock', { advance: '9000000d' })).status).toBe(400);
  });

  test('ends a single run a moment after its start, and the cycle is paused', async () => {
    const id = await installReady(caller, 'Contacts to Files');
    await put(caller, `/cycles/${id}/activate`, {
      RunOnce: true,
      StartTime: '2026-11-21T12:00:00Z',
    });
    const status = async () => (await readBody(caller, `/cycles/${id}`)).Status;
    await emulator.control.letPass('2h');
    expect(await status()).toBe('Active');
    await emulator.control.letPass('1s');
    expect(await readBody(caller, `/cycles/${id}`)).toMatchObject({
      Status: 'Paused',
      LastSuccessfulRunDate: '2026-11-21T12:00:00.0000000Z',
    });
  });

  test('takes a deleted cycle away after ninety days', async () => {
    const id = await installReady(caller, 'Contacts to Files');
    await caller.call('DELETE', `/v1.0/cycles/${id}`, {});
    emulator.control.advance('89d');
    const other = (await signIn(emulator)).inside('northwind');
    expect(await readBody(other, '/cycles')).toHaveLength(1);
    emulator.control.advance('1d');
    const last = (await signIn(emulator)).inside('northwind');
    expect(await readBody(last, '/cycles')).toEqual([]);
    expect((await last.call('GET', `/v1.0/cycles/${id}`)).status).toBe(404);
  });
});

describe('planted transactions', () => {
  let id: string;

  beforeEach(async () => {
    id = await installReady(caller, 'Contacts to Files');
    await put(caller, `/cycles/${id}/activate`, { Interval: 15 });
    const plan = { cycle: id, count: 3, lastsMs: 60_000 };
    expect((await control('POST', 'transactions', plan)).body).toEqual({ inProgress: 3 });
  });

  async function countInProgress(): Promise<number> {
    return (await readBody(caller, `/cycles/${id}`)).InProgressTransactionCount;
  }

  test('run to their end in a stopped cycle that finishes them, which stays running till then', async () => {
    await put(caller, `/cycles/${id}/deactivate?finishQueuedTransactions=true`);
    expect(await countInProgress()).toBe(3);
    expect((await put(caller, `/cycles/${id}`, { Name: 'x' })).status).toBe(409);
    emulator.control.advance('59s');
    expect(await countInProgress()).toBe(3);
    emulator.control.advance('1s');
    expect(await countInProgress()).toBe(0);
    expect((await put(caller, `/cycles/${id}`, { Name: 'x' })).body.TasksUsed).toBe(3);
  });

  test('wait in a stopped cycle that does not, and go on when it starts again', async () => {
    emulator.control.advance('20s');
    await put(caller, `/cycles/${id}/deactivate`);
    expect(await countInProgress()).toBe(0);
    emulator.control.advance('1h');
    await put(caller, `/cycles/${id}/activate`, { Interval: 15 });
    expect(await countInProgress()).toBe(3);
    emulator.control.advance('39s');
    expect(await countInProgress()).toBe(3);
    emulator.control.advance('1s');
    expect(await countInProgress()).toBe(0);
  });

  test('that wait are cancelled after a day', async () => {
    await put(caller, `/cycles/${id}/deactivate`);
    emulator.control.advance('24h');
    await put(caller, `/cycles/${id}/activate`, { Interval: 15 });
    expect(await countInProgress()).toBe(0);
    expect((await readBody(caller, `/cycles/${id}`)).TasksUsed).toBe(0);
  });

  test('need a cycle that is there', async () => {
    const plan = { cycle: '00000000-0000-4000-8000-000000000000', count: 1, lastsMs: 1 };
    expect((await control('POST', 'transactions', plan)).status).toBe(404);
    expect((await control('POST', 'transactions', { cycle: id, count: 0 })).status).toBe(400);
  });
});

describe('consent', () => {
  test('authenticates an OAuth connector, so that its cycle can start', async () => {
    const cycle = await installTemplate(caller, 'Contacts to Mailer');
    const [crm] = (await readBody(caller, '/account/connectors')).filter(
      (each: Answer['body']) => each.Name === 'Sample CRM',
    );
    await put(caller, `/account/connectors/${crm.Id}`, { AuthValue: 'not-a-secret' });
    const who = { account: 'northwind', connector: 'Sample Mailer' };
    expect((await control('POST', 'consent', who)).status).toBe(200);
    expect(await readBody(caller, `/cycles/${cycle.Id}/prerequisites`)).toEqual([]);
    expect((await put(caller, `/cycles/${cycle.Id}/activate`, { Interval: 15 })).status).toBe(200);
  });

  test('is refused for a connector with a key, and for one that is not there', async () => {
    await installTemplate(caller, 'Contacts to Mailer');
    const wrong = { account: 'northwind', connector: 'Sample CRM' };
    expect((await control('POST', 'consent', wrong)).status).toBe(400);
    expect((await control('POST', 'consent', { ...wrong, connector: 'no' })).status).toBe(404);
    expect((await control('POST', 'consent', { ...wrong, account: 'no' })).status).toBe(404);
  });
});

describe('the dump', () => {
  test('holds the whole state and no credential', async () => {
    const canary = 'canary-4711';
    const { body: store } = await caller.call(
      'POST',
      '/v1.0/connectors/Sample%20File%20Store/install',
      {
        AuthValue: canary,
        Properties: [
          { Name: 'ClientSecret', Value: canary },
          { Name: 'port', Value: '22' },
        ],
      },
    );
    const cycle = await installTemplate(caller, 'CRM to CRM');
    const [step] = await readBody(caller, `/cycles/${cycle.Id}/steps`).then((steps) =>
      steps.filter((each: Answer['body']) => each.Name === 'Get contact'),
    );
    const token = step.Method.Parameters.find(
      (each: Answer['body']) => each.TargetName === 'apiToken',
    );
    await put(caller, `/steps/${step.Id}/parameters/${token.Id}`, { Value: canary });

    const { body } = await control('GET', 'dump');
    const text = JSON.stringify(body);
    for (const secret of [canary, caller.token, emulator.credentials.clientSecret]) {
      expect(text).not.toContain(secret);
    }
    expect(body.accounts[0].connectors[0]).toMatchObject({
      id: store.Id,
      authValue: expect.stringMatching(/^sha256:[0-9a-f]{12}$/),
      properties: [{ value: expect.stringMatching(/^sha256:/) }, { value: '22' }],
    });
    expect(body.accounts[0].cycles[0].steps).toHaveLength(3);
    expect(body).toMatchObject({ unmatched: 0, now: '2026-11-21T10:00:00.000Z' });
    expect(emulator.control.dump().accounts).toEqual(body.accounts);
  });
});

describe('reset and seed', () => {
  test('reset takes everything back to the world', async () => {
    emulator.control.advance('1h');
    await control('POST', 'faults', [{ path: '**', do: 'status', status: 500 }]);
    expect((await control('POST', 'reset')).status).toBe(200);
    expect(emulator.control.dump()).toMatchObject({
      now: '2026-11-21T10:00:00.000Z',
      accounts: [],
      tokens: [],
    });
    expect(emulator.requests()).toEqual([]);
    expect((await signIn(emulator)).token).toBe(caller.token);
  });

  test('seed makes accounts as a world file writes them', async () => {
    const accounts = [
      {
        id: 'contoso',
        connectors: [
          { connector: 'Sample CRM', authValue: 'not-a-secret' },
          { connector: 'Sample Mailer', authenticated: true },
        ],
        cycles: [
          {
            template: 'Contacts to Mailer',
            name: 'Mail',
            tags: ['x'],
            variables: { region: 'us' },
            active: { interval: 60 },
          },
        ],
      },
    ];
    expect((await control('POST', 'seed', { accounts })).status).toBe(200);
    const inside = caller.inside('contoso');
    expect(await readBody(inside, '/cycles')).toMatchObject([
      { Name: 'Mail', Status: 'Active', Tags: ['x'] },
    ]);
    expect((await control('POST', 'seed', { accounts })).status).toBe(400);
    const wrong = await control('POST', 'seed', { accounts: [{ id: 'x', nme: 'y' }] });
    expect(wrong.body.Message).toContain('Unknown key "nme" in entry 1 of accounts.');
  });
});

describe('the control port', () => {
  test('is there only when it was requested', async () => {
    const { openEmulator } = await import('../../../src/emulator/emulator.ts');
    const closed = await openEmulator({ world: {} });
    const answer = await closed.fetch(new Request('http://emulator/__control/dump'));
    expect(answer.status).toBe(404);
    expect(closed.unmatchedCount()).toBe(1);
    await closed.close();
  });

  test('says what it has, and is not in the log of requests', async () => {
    const before = emulator.requests().length;
    const { status, body } = await control('GET', 'nothing');
    expect(status).toBe(404);
    expect(body.Message).toContain('GET dump');
    expect((await control('GET', 'requests')).body).toHaveLength(before);
  });
});

import { Agent, type Dispatcher, request } from 'undici';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Fault } from '../../../src/emulator/control/faults.ts';
import { RateBucket } from '../../../src/emulator/control/rate-limit.ts';
import type { Emulator } from '../../../src/emulator/emulator.ts';
import {
  type Answer,
  type Caller,
  readBody,
  signIn,
  startEmulator,
} from '../support/start-emulator.ts';

const dispatcher = new Agent();
let emulator: Emulator;
let caller: Caller;
let url: string;

beforeEach(async () => {
  emulator = await startEmulator({ world: {}, control: true });
  caller = await signIn(emulator);
  ({ url } = await emulator.listen());
});

afterAll(async () => {
  await dispatcher.close();
});

async function plant(...faults: Fault[]): Promise<void> {
  expect((await caller.call('POST', '/__control/faults', faults)).status).toBe(200);
}

async function send(
  method: Dispatcher.HttpMethod,
  path: string,
  body?: unknown,
): Promise<{ status: number; headers: Record<string, unknown>; text(): Promise<string> }> {
  const answer = await request(`${url}${path}`, {
    dispatcher,
    method,
    headers: { authorization: `Bearer ${caller.token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.statusCode, headers: answer.headers, text: () => answer.body.text() };
}

async function listNames(): Promise<string[]> {
  const all = await readBody(caller, '/accounts?orderBy=Name');
  return all.map((each: Answer['body']) => each.Name);
}

const accounts = '/v1.0/accounts';
const named = { Id: 'northwind', Name: 'Northwind' };

describe('which request a fault hits', () => {
  async function readHits(requests: number): Promise<boolean[]> {
    const hits = [];
    for (let count = 0; count < requests; count++) {
      hits.push((await caller.call('GET', accounts)).status === 503);
    }
    return hits;
  }

  test('is the nth, or every nth, or a share that the seed decides', async () => {
    const aim = { method: 'GET', path: accounts, do: 'status', status: 503 } as const;
    await plant({ ...aim, nth: 2 });
    expect(await readHits(4)).toEqual([false, true, false, false]);
    await plant({ ...aim, every: 2 });
    expect(await readHits(4)).toEqual([false, true, false, true]);
    await plant({ ...aim, rate: 0.5 });
    const first = await readHits(20);
    expect(new Set(first).size).toBe(2);
    await plant({ ...aim, rate: 0.5 });
    expect(await readHits(20)).toEqual(first);
    expect(emulator.control.readFaults()).toMatchObject([
      { matched: 20, hit: first.filter(Boolean).length },
    ]);
  });

  test('matches by method and path, in which a star is one segment', async () => {
    await plant({ method: 'GET', path: '/v1.0/accounts/*', do: 'status', status: 503 });
    expect((await caller.call('GET', accounts)).status).toBe(200);
    expect((await caller.call('PUT', `${accounts}/a`, {})).status).toBe(404);
    expect((await caller.call('GET', `${accounts}/a`)).status).toBe(503);
    await plant({ path: '**', do: 'status', status: 500 });
    expect((await caller.call('DELETE', `${accounts}/a`, {})).status).toBe(500);
    await plant();
    expect((await caller.call('GET', accounts)).status).toBe(200);
  });

  test.each([
    [{ path: '/x' }],
    [[{ do: 'ignore' }]],
    [[{ path: '/x', do: 'explode' }]],
    [[{ path: '/x', do: 'status' }]],
    [[{ path: '/x', do: 'status', status: 99 }]],
    [[{ path: '/x', do: 'ignore', nth: 1, every: 2 }]],
    [[{ path: '/x', do: 'ignore', nth: 0 }]],
  ])('%j is refused', async (faults) => {
    expect((await caller.call('POST', '/__control/faults', faults)).status).toBe(400);
  });
});

describe('over HTTP', () => {
  test('a status comes with its Retry-After and nothing is done', async () => {
    await plant({ path: accounts, do: 'status', status: 429, retryAfterS: 7, message: 'Slow.' });
    const answer = await send('POST', accounts, named);
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '7']);
    expect(JSON.parse(await answer.text())).toEqual({ Message: 'Slow.' });
    await plant();
    expect(await listNames()).toEqual([]);
  });

  test('drop-before cuts the connection and does nothing', async () => {
    await plant({ method: 'POST', path: accounts, do: 'drop-before' });
    await expect(send('POST', accounts, named)).rejects.toThrow(/other side closed|ECONNRESET/);
    expect(await listNames()).toEqual([]);
    expect(emulator.requests().find((each) => each.fault === 'drop-before')?.status).toBeNull();
  });

  test('drop-after cuts the connection when it is done', async () => {
    await plant({ method: 'POST', path: accounts, do: 'drop-after' });
    await expect(send('POST', accounts, named)).rejects.toThrow(/other side closed|ECONNRESET/);
    expect(await listNames()).toEqual(['Northwind']);
    expect(emulator.requests().find((each) => each.fault === 'drop-after')?.status).toBe(200);
  });

  test('truncate promises more than it sends', async () => {
    await plant({ method: 'POST', path: accounts, do: 'truncate' });
    const answer = await send('POST', accounts, named);
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow(/terminated|other side closed|aborted/);
    expect(await listNames()).toEqual(['Northwind']);
  });

  test('garble answers whole, and in words that are no JSON', async () => {
    await plant({ method: 'POST', path: accounts, do: 'garble' });
    const answer = await send('POST', accounts, named);
    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(text).toContain('Northwind');
    expect(await listNames()).toEqual(['Northwind']);
  });

  test('delay answers late, and does it', async () => {
    await plant({ method: 'POST', path: accounts, do: 'delay', delayMs: 40 });
    const startedAt = performance.now();
    expect((await send('POST', accounts, named)).status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(39);
  });
});

describe('in process', () => {
  test('a dropped connection rejects', async () => {
    await plant({ method: 'POST', path: accounts, do: 'drop-after' });
    await expect(caller.call('POST', accounts, named)).rejects.toThrow('before the answer');
    expect(await listNames()).toEqual(['Northwind']);
  });

  test('a truncated answer is no JSON', async () => {
    await plant({ method: 'GET', path: accounts, do: 'truncate' });
    await caller.call('POST', accounts, named);
    await expect(caller.call('GET', accounts)).rejects.toThrow(SyntaxError);
  });

  test('what waits ends when the service closes', async () => {
    await plant({ method: 'GET', path: accounts, do: 'delay', delayMs: 60_000 });
    const waiting = expect(caller.call('GET', accounts)).rejects.toThrow('The service closed.');
    await emulator.close();
    await waiting;
  });
});

describe('a service that lies', () => {
  test('ignore answers 200 with the new value and keeps the old one', async () => {
    await caller.call('POST', accounts, named);
    await plant({ method: 'PUT', path: `${accounts}/*`, do: 'ignore', nth: 1 });
    const put = await caller.call('PUT', `${accounts}/northwind`, { Name: 'New' });
    expect([put.status, put.body.Name]).toEqual([200, 'New']);
    expect((await caller.call('GET', `${accounts}/northwind`)).body.Name).toBe('Northwind');
    await caller.call('PUT', `${accounts}/northwind`, { Name: 'New' });
    expect((await caller.call('GET', `${accounts}/northwind`)).body.Name).toBe('New');
  });

  test('the id that an ignored create was answered with is never given to another object', async () => {
    await caller.call('POST', accounts, named);
    await plant({ method: 'POST', path: '/v1.0/cycles', do: 'ignore', nth: 1 });
    const inside = caller.inside('northwind');
    const lost = await inside.call('POST', '/v1.0/cycles', { Name: 'One' });
    const made = await inside.call('POST', '/v1.0/cycles', { Name: 'Two' });
    expect([lost.status, made.status]).toEqual([201, 201]);
    expect(made.body.Id).not.toBe(lost.body.Id);
    expect((await inside.call('GET', `/v1.0/cycles/${lost.body.Id}`)).status).toBe(404);
  });

  test('lag hides a create, a change and a delete from the next lists, and from no single read', async () => {
    await caller.call('POST', accounts, { Id: 'a', Name: 'A' });
    await caller.call('POST', accounts, { Id: 'b', Name: 'B' });
    await plant({ path: '/v1.0/accounts**', do: 'lag', requests: 2 });
    await caller.call('POST', accounts, { Id: 'c', Name: 'C' });
    expect((await caller.call('GET', `${accounts}/c`)).body.Name).toBe('C');
    expect(await listNames()).toEqual(['A', 'B']);
    expect(await listNames()).toEqual(['A', 'B']);
    expect(await listNames()).toEqual(['A', 'B', 'C']);

    await caller.call('PUT', `${accounts}/a`, { Name: 'Z' });
    await caller.call('DELETE', `${accounts}/b`, {});
    expect((await caller.call('GET', `${accounts}/a`)).body.Name).toBe('Z');
    expect(await listNames()).toEqual(['A', 'B', 'C']);
    expect(await listNames()).toEqual(['A', 'B', 'C']);
    expect(await listNames()).toEqual(['C', 'Z']);
  });

  test('lag leaves the lists of other accounts as they are', async () => {
    const connectors = [{ name: 'A', releases: [{ version: '1' }] }];
    const accounts = [{ id: 'a', connectors: [{ connector: 'A' }] }, { id: 'b' }];
    emulator = await startEmulator({ world: { connectors, accounts }, control: true });
    caller = await signIn(emulator);
    const [first, second] = [caller.inside('a'), caller.inside('b')];
    const [installed] = await readBody(first, '/account/connectors');
    await plant({ method: 'DELETE', path: '**', do: 'lag', requests: 2 });
    await first.call('DELETE', `/v1.0/account/connectors/${installed.Id}`, {});
    expect(await readBody(second, '/account/connectors')).toEqual([]);
    expect(await readBody(first, '/account/connectors')).toEqual([installed]);
    expect(await readBody(first, '/account/connectors')).toEqual([]);
  });

  test('shift removes an item from the pages after the first, until the list starts again', async () => {
    for (const Id of ['a', 'b', 'c', 'd', 'e', 'f']) {
      await caller.call('POST', accounts, { Id, Name: Id });
    }
    await plant({ method: 'GET', path: accounts, do: 'shift', nth: 1 });
    const pages = [];
    for (const page of [1, 2, 3, 1, 2]) {
      const all = await readBody(caller, `/accounts?orderBy=Id&pageSize=2&page=${page}`);
      pages.push(all.map((each: Answer['body']) => each.Id).join(''));
    }
    expect(pages).toEqual(['ab', 'de', 'f', 'ab', 'cd']);
  });

  test('stale answers a read as the first time until faults are planted again', async () => {
    const fault = { path: accounts, do: 'stale' } as const;
    await plant(fault);
    expect(await listNames()).toEqual([]);
    await caller.call('POST', accounts, named);
    expect(await listNames()).toEqual([]);
    expect(await readBody(caller, '/accounts?orderBy=Id')).toHaveLength(1);
    await plant(fault);
    expect(await listNames()).toEqual(['Northwind']);
  });
});

describe('the limit', () => {
  test('answers 429 with Retry-After beyond the burst, and never limits the control port', async () => {
    const limit = { perSecond: 0.01, burst: 2 };
    await caller.call('POST', '/__control/limit', limit);
    expect((await send('GET', accounts)).status).toBe(200);
    expect((await send('GET', accounts)).status).toBe(200);
    const refused = await send('GET', accounts);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(90);
    expect((await caller.call('POST', '/__control/limit', {})).body).toEqual({ limit: null });
    expect((await send('GET', accounts)).status).toBe(200);
    const bad = { perSecond: -1, burst: 1 };
    expect((await caller.call('POST', '/__control/limit', bad)).status).toBe(400);
  });

  test('fills again with time and never above the burst', () => {
    let nowMs = 0;
    const bucket = new RateBucket({ perSecond: 2, burst: 2 }, () => nowMs);
    expect([bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 1]);
    nowMs += 500;
    expect([bucket.take(), bucket.take()]).toEqual([0, 1]);
    nowMs += 60_000;
    expect([bucket.take(), bucket.take(), bucket.take()]).toEqual([0, 0, 1]);
  });
});

import { describe, expect, test } from 'vitest';
import { openForTest, take } from '../service/open-for-test.ts';
import { account, type Play, sendJson, serveBroken } from './serve-broken.ts';

async function open(play: Play, concurrency = 8) {
  const { url, seen } = await serveBroken(play);
  const limits = { concurrency, requestsPerSecond: 10_000, requestTimeoutMs: 20_000 };
  return { seen, ...openForTest({ baseUrl: url, accessToken: 'token-not-a-secret', limits }) };
}

const askLater =
  (status: number, headers: Record<string, string>): Play =>
  (_request, response) =>
    sendJson(response, { Message: 'Too many requests' }, { status, headers });

describe('a service that asks for less', () => {
  test.each([
    ['seconds', { 'retry-after': '3' }],
    [
      'a date, by the clock of the service',
      { 'retry-after': 'Wed, 01 Jan 2020 00:00:03 GMT', date: 'Wed, 01 Jan 2020 00:00:00 GMT' },
    ],
  ])('a create that was deferred by %s is sent again then', async (_name, headers) => {
    const { writer, seen, timer } = await open((request, response, count) =>
      count === 1 ? askLater(429, headers)(request, response, count) : sendJson(response, account),
    );
    take(await writer.createAccount('northwind', { name: 'Northwind' }));
    expect(seen).toHaveLength(2);
    expect(timer.waitsMs).toContain(3000);
  });

  test('a pause applies to all requests, not only to the refused one', async () => {
    const { reader, timer, seen } = await open(
      (request, response, count) =>
        count === 1
          ? askLater(429, { 'retry-after': '3' })(request, response, count)
          : sendJson(response, account),
      1,
    );
    await Promise.all([reader.readAccount('a'), reader.readAccount('b'), reader.readAccount('c')]);
    expect(seen).toHaveLength(4);
    expect(timer.nowMs()).toBeGreaterThanOrEqual(3000);
    expect(timer.waitsMs.filter((ms) => ms >= 3000)).toHaveLength(1);
  });

  test('a 503 with Retry-After pauses too', async () => {
    const { reader, timer } = await open((request, response, count) =>
      count === 1
        ? askLater(503, { 'retry-after': '2' })(request, response, count)
        : sendJson(response, account),
    );
    take(await reader.readAccount('northwind'));
    expect(Math.max(...timer.waitsMs)).toBeGreaterThan(1700);
  });

  test('without Retry-After the waits grow', async () => {
    const { reader, seen, timer } = await open((request, response, count) =>
      count < 4 ? askLater(429, {})(request, response, count) : sendJson(response, account),
    );
    take(await reader.readAccount('northwind'));
    expect(seen).toHaveLength(4);
    expect(timer.waitsMs.filter((ms) => ms > 100)).toEqual([250, 500, 1000]);
  });

  test('one that is never let in gives up after a minute', async () => {
    const { writer, seen, timer } = await open(askLater(429, { 'retry-after': '1' }));
    expect(await writer.createAccount('northwind', { name: 'Northwind' })).toMatchObject({
      failure: { kind: 'rate-limited', message: 'Too many requests', tries: 12 },
    });
    expect(seen).toHaveLength(12);
    expect(timer.nowMs()).toBeGreaterThan(50_000);
    expect(timer.nowMs()).toBeLessThan(60_000);
  });

  test.each([
    [429, 'rate-limited'],
    [503, 'unavailable'],
  ])(
    'one that %i defers for more than a minute gives up at once, and delays no other',
    async (...[status, kind]) => {
      const { reader, seen, timer } = await open((request, response, count) =>
        count === 1
          ? askLater(status, { 'retry-after': '3600' })(request, response, count)
          : sendJson(response, account),
      );
      expect(await reader.readAccount('northwind')).toMatchObject({ failure: { kind, tries: 1 } });
      take(await reader.readAccount('northwind'));
      expect(seen).toHaveLength(2);
      expect(timer.nowMs()).toBeLessThan(3000);
    },
  );
});

test('as many requests are in flight as the limit allows, and no more', async () => {
  const held: (() => void)[] = [];
  let most = 0;
  const { reader, seen } = await open((_request, response) => {
    held.push(() => sendJson(response, account));
    most = Math.max(most, held.length);
    // A fourth that is on its way gets the time to arrive.
    if (held.length === 3) setImmediate(() => setImmediate(() => held.splice(0).map((go) => go())));
  }, 3);
  await Promise.all(Array.from({ length: 30 }, () => reader.readAccount('northwind')));
  expect(seen).toHaveLength(30);
  expect(most).toBe(3);
});

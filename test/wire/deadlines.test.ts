import { describe, expect, test } from 'vitest';
import { openForTest, take } from '../service/open-for-test.ts';
import { account, type Play, sendJson, serveBroken } from './serve-broken.ts';

async function open(play: Play, requestTimeoutMs: number) {
  const { url, seen } = await serveBroken(play);
  const limits = { concurrency: 2, requestsPerSecond: 10_000, requestTimeoutMs };
  return { seen, ...openForTest({ baseUrl: url, accessToken: 'token-not-a-secret', limits }) };
}

const stayMute: Play = () => {};
const stopHalfway: Play = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"Id":');
};
/** Something arrives all the time, so that no wait between two pieces is long. */
const drip: Play = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const handle = setInterval(() => response.write(' '), 5);
  response.on('close', () => clearInterval(handle));
};

describe('an answer that does not come in time', () => {
  test.each([
    ['a service that stays mute', stayMute],
    ['an answer that stops halfway', stopHalfway],
    ['an answer that never ends', drip],
  ] as const)('%s is given up after the request timeout, and told', async (_name, play) => {
    const { reader, seen } = await open(play, 60);
    expect(await reader.readAccount('northwind')).toMatchObject({
      failure: { kind: 'unavailable', status: null, message: 'no answer within 60 ms', tries: 4 },
    });
    expect(seen).toHaveLength(4);
  });

  test('a create may have been done by then', async () => {
    const { writer, seen } = await open(stayMute, 60);
    const answer = await writer.createAccount('northwind', { name: 'Northwind' });
    expect(answer).toMatchObject({ failure: { kind: 'outcome-unknown', tries: 1 } });
    expect(seen).toHaveLength(1);
  });

  test('what was given up holds no connection back', async () => {
    const { reader, seen } = await open(
      (request, response, count) =>
        count <= 2 ? stayMute(request, response, count) : sendJson(response, account),
      60,
    );
    const answers = await Promise.all([
      reader.readAccount('northwind'),
      reader.readAccount('northwind'),
      reader.readAccount('northwind'),
    ]);
    for (const answer of answers) expect(take(answer)?.name).toBe('Northwind');
    expect(seen).toHaveLength(5);
  });
});

describe('closing', () => {
  test('requests in flight end, waiting ones do not begin, later ones are refused', async () => {
    const held: (() => void)[] = [];
    const { url, seen } = await serveBroken((_request, response) => {
      held.push(() => sendJson(response, account));
      if (held.length === 1) arrived.resolve();
    });
    const arrived = Promise.withResolvers<void>();
    const { reader, close } = openForTest({
      baseUrl: url,
      accessToken: 'token-not-a-secret',
      limits: { concurrency: 1, requestsPerSecond: 10_000, requestTimeoutMs: 20_000 },
    });
    const inFlight = reader.readAccount('northwind');
    const waiting = reader.readAccount('northwind');
    await arrived.promise;
    const closed = close();
    expect(await waiting).toMatchObject({
      failure: { kind: 'unavailable', message: 'the connection to the service was closed' },
    });
    for (const answer of held) answer();
    expect(take(await inFlight)?.name).toBe('Northwind');
    await closed;
    expect(await reader.readAccount('northwind')).toMatchObject({
      failure: { kind: 'unavailable' },
    });
    expect(seen).toHaveLength(1);
  });
});

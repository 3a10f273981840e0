import { describe, expect, test } from 'vitest';
import { HeldDeadlines, openForTest, take } from '../service/open-for-test.ts';
import { account, type Play, sendJson, serveBroken } from './serve-broken.ts';

/** Longer than the test, so that no time limit of the client library takes part. */
const requestTimeoutMs = 600_000;

/** Opens a client of a service that leaves so many requests at a time without a whole answer. */
async function open(play: Play, { unanswered }: { readonly unanswered: number }) {
  const timer = new HeldDeadlines();
  const { url, seen } = await serveBroken((request, response, count) => {
    void play(request, response, count);
    if (response.writableEnded || count % unanswered !== 0) return;
    // The client reads what was written in the next turn.
    setImmediate(() => setImmediate(() => timer.passAll()));
  });
  const limits = { concurrency: 2, requestsPerSecond: 10_000, requestTimeoutMs };
  const accessToken = 'token-not-a-secret';
  return { ...openForTest({ baseUrl: url, accessToken, limits, timer }), seen, timer };
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
  ] as const)('%s is aborted after the request timeout, and reported', async (_name, play) => {
    const { reader, seen, timer } = await open(play, { unanswered: 1 });
    const message = 'no answer within 600000 ms';
    expect(await reader.readAccount('northwind')).toMatchObject({
      failure: { kind: 'unavailable', status: null, message, tries: 4 },
    });
    expect(seen).toHaveLength(4);
    expect(timer.deadlinesMs).toEqual(Array.from({ length: 4 }, () => requestTimeoutMs));
  });

  test('a create may have been done by then', async () => {
    const { writer, seen } = await open(stayMute, { unanswered: 1 });
    const answer = await writer.createAccount('northwind', { name: 'Northwind' });
    expect(answer).toMatchObject({ failure: { kind: 'outcome-unknown', tries: 1 } });
    expect(seen).toHaveLength(1);
  });

  test('what was given up holds no connection back', async () => {
    const { reader, seen } = await open(
      (request, response, count) =>
        count <= 2 ? stayMute(request, response, count) : sendJson(response, account),
      { unanswered: 2 },
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

import { createServer, request as forward } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { startEmulator } from '../emulator/support/start-emulator.ts';
import { quickstartWorld } from '../emulator/support/worlds.ts';
import { openForTest, take } from '../service/open-for-test.ts';
import { listenOnLoopback } from './serve-broken.ts';

const ends: (() => void)[] = [];
afterAll(() => {
  for (const end of ends) end();
});

/** A proxy on loopback that sends everything on to one address; tunnels get an answer, or none at all. */
async function openProxy(target: string, answerTunnel = 'HTTP/1.1 502 Bad Gateway\r\n\r\n') {
  const asked: string[] = [];
  const server = createServer((incoming, outgoing) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    const { pathname, search } = new URL(incoming.url ?? '');
    const onward = forward(
      `${target}${pathname}${search}`,
      {
        method: incoming.method ?? 'GET',
        // The service answers on loopback addresses alone.
        headers: { ...incoming.headers, host: new URL(target).host },
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    incoming.pipe(onward);
  });
  server.on('connect', (incoming, socket) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    if (answerTunnel !== '') socket.end(answerTunnel);
    else ends.push(() => socket.destroy());
  });
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: await listenOnLoopback(server), asked };
}

async function open() {
  const emulator = await startEmulator({ world: quickstartWorld });
  const { url } = await emulator.listen();
  return { url, credentials: emulator.credentials, proxy: await openProxy(url) };
}

test.each(['HTTP_PROXY', 'http_proxy'])('requests go through the proxy of %s', async (name) => {
  const { credentials, proxy } = await open();
  const { reader } = openForTest({
    baseUrl: 'http://service.invalid',
    credentials,
    environment: { [name]: proxy.url },
  });
  expect(take(await reader.listAccounts())).toEqual([]);
  expect(proxy.asked).toEqual([
    'POST http://service.invalid/oauth/token',
    'GET http://service.invalid/v1.0/accounts?page=1&pageSize=1000&orderBy=Id&sortOrderAsc=true',
  ]);
});

test('a proxy may be written without its scheme', async () => {
  const { credentials, proxy } = await open();
  const { reader } = openForTest({
    baseUrl: 'http://service.invalid',
    credentials,
    environment: { HTTP_PROXY: proxy.url.replace('http://', '') },
  });
  expect(take(await reader.listAccounts())).toEqual([]);
  expect(proxy.asked).toHaveLength(2);
});

test.each([
  ['HTTP_PROXY', 'http://user:pass-not-a-secret@'],
  ['HTTPS_PROXY', 'ftp://user:pass-not-a-secret@proxy.invalid'],
])('a %s that is no address is reported without repeating it', async (name, value) => {
  const { reader } = openForTest({
    baseUrl: 'http://service.invalid',
    accessToken: 'token-not-a-secret',
    environment: { [name]: value },
  });
  const answer = await reader.listAccounts();
  expect(answer).toMatchObject({
    failure: { kind: 'unavailable', message: `${name} is not the address of an HTTP proxy` },
  });
  expect(JSON.stringify(answer)).not.toContain('pass');
});

test('loopback is reached without the proxy', async () => {
  const { url, credentials, proxy } = await open();
  const { reader } = openForTest({
    baseUrl: url,
    credentials,
    environment: { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url },
  });
  expect(take(await reader.listAccounts())).toEqual([]);
  expect(proxy.asked).toEqual([]);
});

test('a tunnel that the proxy refuses means that nothing was sent', async () => {
  const { proxy } = await open();
  const { writer } = openForTest({
    baseUrl: 'https://service.invalid',
    accessToken: 'token-not-a-secret',
    environment: { HTTPS_PROXY: proxy.url },
  });
  expect(await writer.createAccount('northwind', { name: 'Northwind' })).toMatchObject({
    failure: { kind: 'unavailable', message: expect.stringMatching(/502/), tries: 1 },
  });
  expect(proxy.asked).toEqual(['CONNECT service.invalid:443']);
});

test('a tunnel that is not opened in time means that nothing was sent', async () => {
  const proxy = await openProxy('http://127.0.0.1', '');
  const { writer } = openForTest({
    baseUrl: 'https://service.invalid',
    accessToken: 'token-not-a-secret',
    environment: { HTTPS_PROXY: proxy.url },
    limits: { concurrency: 1, requestsPerSecond: 10_000, requestTimeoutMs: 60 },
  });
  expect(await writer.createAccount('northwind', { name: 'Northwind' })).toMatchObject({
    failure: { kind: 'unavailable', message: 'no answer within 60 ms', tries: 1 },
  });
});

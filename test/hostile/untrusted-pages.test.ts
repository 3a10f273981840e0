import { request as openRequest } from 'node:http';
import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Emulator, ServiceListener } from '../../src/emulator/emulator.ts';
import { startEmulator } from '../emulator/support/start-emulator.ts';
import { quickstartWorld } from '../emulator/support/worlds.ts';

// A page in the browser of whoever has the emulator running may send requests to it: under its own
// origin, without reading what comes back, or by a name of its own that leads to this machine.

let emulator: Emulator;
let at: ServiceListener;

beforeAll(async () => {
  emulator = await startEmulator({
    world: quickstartWorld,
    control: true,
    frozenAt: '2026-11-21T10:00:00Z',
  });
  at = await emulator.listen();
});

const json = { 'Content-Type': 'application/json' };

type Sent = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** The status of an answer; node:http sends what fetch would not. */
function ask(url: string, { method = 'POST', headers = json, body = '' }: Sent): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sending = openRequest(url, { method, headers }, (response) => {
    response.resume();
    response.on('end', () => resolve(response.statusCode ?? 0));
  });
  sending.on('error', reject);
  sending.end(body);
  return promise;
}

const advance = '{"advance":"1h"}';

describe('the control port', () => {
  const origin = 'https://attacker.example';
  const pages: readonly (readonly [string, Record<string, string>, number])[] = [
    ['a page of another origin', { ...json, Origin: origin }, 403],
    ['a page without an origin', { ...json, Origin: 'null' }, 403],
    ['a page of another port', { ...json, Origin: 'http://127.0.0.1:1' }, 403],
    ['another site', { ...json, 'Sec-Fetch-Site': 'cross-site' }, 403],
    ['another port, as the browser says', { ...json, 'Sec-Fetch-Site': 'same-site' }, 403],
    ['one that says both', { ...json, Origin: origin, 'Sec-Fetch-Site': 'same-origin' }, 403],
    ['a form', { 'Content-Type': 'text/plain' }, 415],
    ['a form of two types', { 'Content-Type': 'text/plain; application/json' }, 415],
    ['what says no type', {}, 415],
  ];

  test.each(pages)('takes nothing from %s', async (_, headers, status) => {
    const before = await emulator.control.dump();
    expect(await ask(`${at.url}/__control/clock`, { headers, body: advance })).toBe(status);
    expect(await emulator.control.dump()).toEqual(before);
  });

  test('is read by no page either', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    expect(await ask(`${at.url}/__control/dump`, { method: 'GET', headers })).toBe(403);
  });

  test('takes what a program or a page of its own sends, with a body of JSON or none', async () => {
    const own = { ...json, Origin: at.url, 'Sec-Fetch-Site': 'same-origin' };
    const clock = `${at.url}/__control/clock`;
    expect(await ask(clock, { body: advance })).toBe(200);
    expect(await ask(clock, { headers: own, body: advance })).toBe(200);
    const cased = { 'Content-Type': 'Application/JSON; charset=utf-8' };
    expect(await ask(clock, { headers: cased, body: advance })).toBe(200);
    expect(await ask(`${at.url}/__control/limit`, { headers: {} })).toBe(200);
  });
});

describe('a request for another host', () => {
  const hosts = [
    ['attacker.example', 403],
    ['127.0.0.1.attacker.example', 403],
    ['localhost.attacker.example:80', 403],
    ['0.0.0.0', 403],
    ['127.0.0.1:80@evil', 400],
    ['evil@127.0.0.1', 400],
    ['127.0.0.1/..', 400],
    ['[::1', 400],
    ['[', 400],
    ['127.0.0.1:80:80', 400],
  ] as const;

  test.each(hosts)('%s is answered by neither port', async (Host, status) => {
    for (const url of [
      `${at.url}/__control/dump`,
      `${at.url}/v1.0/accounts`,
      `${at.appsUrl}/crm`,
    ]) {
      expect(await ask(url, { method: 'GET', headers: { Host } })).toBe(status);
    }
  });

  test('is also reported by its target', async () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const socket = connect(Number(new URL(at.url).port), '127.0.0.1', () => {
      socket.end('GET http://evil/__control/dump HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    });
    socket.once('data', (data) => resolve(String(data)));
    socket.once('error', reject);
    expect(await promise).toMatch(/^HTTP\/1\.1 400 /);
  });

  test.each(['127.0.0.1', 'localhost:80', 'LocalHost', '[::1]:80'])(
    '%s is this machine',
    async (Host) => {
      expect(await ask(`${at.url}/__control/requests`, { method: 'GET', headers: { Host } })).toBe(
        200,
      );
    },
  );
});

test('no page agrees to a consent, or writes to a sample app', async () => {
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    Origin: 'https://attacker.example',
  };
  for (const url of [`${at.url}/sample-oauth/decide`, `${at.appsUrl}/our-app/orders/mark`]) {
    expect(await ask(url, { headers, body: 'decision=allow' })).toBe(403);
  }
});

import { Agent, request } from 'undici';
import { afterAll, expect, test } from 'vitest';
import { openEmulator } from '../../../src/emulator/emulator.ts';
import { signIn } from '../support/start-emulator.ts';

const emulator = await openEmulator({ world: {} });
const { url, close } = await emulator.listen();
const dispatcher = new Agent();

afterAll(async () => {
  await dispatcher.close();
  await close();
  await emulator.close();
});

test('over HTTP the service answers what it answers in process', async () => {
  const { token } = await signIn(emulator);
  const made = await request(`${url}/v1.0/accounts`, {
    dispatcher,
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ Id: 'a b/ü', Name: 'Northwind' }),
  });
  expect(made.statusCode).toBe(200);
  const read = await request(`${url}/v1.0/accounts/${encodeURIComponent('a b/ü')}`, {
    dispatcher,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await read.body.json()).toEqual(await made.body.json());
});

test('over HTTP a HEAD is answered as its GET, without the body', async () => {
  const { token } = await signIn(emulator);
  const asked = { dispatcher, headers: { authorization: `Bearer ${token}` } };
  const whole = await request(`${url}/v1.0/accounts`, asked);
  const head = await request(`${url}/v1.0/accounts`, { ...asked, method: 'HEAD' });
  const { statusCode, headers } = whole;
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' });
  expect(Number(headers['content-length'])).toBe((await whole.body.bytes()).length);
  expect(head).toMatchObject({
    statusCode,
    headers: { 'content-type': headers['content-type'], 'x-content-type-options': 'nosniff' },
  });
  expect(await head.body.text()).toBe('');
});

test('over HTTP a body that is too long is refused before all of it has come', async () => {
  const narrow = await openEmulator({ world: {}, limits: { bodyBytes: 1000 } });
  const listener = await narrow.listen();
  const { token } = await signIn(narrow);
  const { statusCode, headers, body } = await request(`${listener.url}/v1.0/accounts`, {
    dispatcher,
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ Id: 'long', Name: 'x'.repeat(100_000) }),
  });
  expect(statusCode).toBe(413);
  expect(headers.connection).toBe('close');
  expect(await body.json()).toEqual({ Message: 'The request is longer than 1000 bytes.' });
  await narrow.close();
});

test('an operation that there is not is said loudly and counted', async () => {
  const before = emulator.unmatchedCount();
  const { call } = await signIn(emulator);
  const unknown = await call('GET', '/v1.0/nothing');
  expect(unknown.status).toBe(404);
  expect(unknown.body.Message).toBe('The emulator has no GET /v1.0/nothing.');
  expect((await call('GET', '/nothing')).status).toBe(404);
  const wrong = await call('PATCH', '/v1.0/accounts', {});
  expect(wrong.status).toBe(405);
  expect(wrong.body.Message).toContain('It takes GET, POST, HEAD.');
  expect(wrong.headers.get('Allow')).toBe('GET, POST, HEAD');
  expect(emulator.unmatchedCount() - before).toBe(3);
});

test('each request is noted with its account and status', async () => {
  const caller = (await signIn(emulator)).inside('northwind');
  const before = emulator.requests().length;
  await caller.call('GET', '/v1.0/accounts?page=2');
  await caller.call('GET', '/v1.0/accounts/nobody');
  expect(emulator.requests().slice(before)).toEqual([
    {
      method: 'GET',
      path: '/v1.0/accounts',
      query: '?page=2',
      account: 'northwind',
      status: 200,
      fault: null,
    },
    {
      method: 'GET',
      path: '/v1.0/accounts/nobody',
      query: '',
      account: 'northwind',
      status: 404,
      fault: null,
    },
  ]);
});

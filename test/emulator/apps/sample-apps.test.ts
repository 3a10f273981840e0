import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Emulator } from '../../../src/emulator/emulator.ts';
import { openConnectors } from '../calls/open-connectors.ts';
import { startEmulator } from '../support/start-emulator.ts';
import { quickstartWorld } from '../support/worlds.ts';

const key = { 'X-Api-Key': 'not-a-secret' };
const basic = { Authorization: `Basic ${Buffer.from('ada:not-a-secret').toString('base64')}` };
let emulator: Emulator;
let appsUrl: string;

beforeAll(async () => {
  emulator = await startEmulator({ world: quickstartWorld, control: true });
  appsUrl = (await emulator.listen()).appsUrl ?? '';
});

async function ask(path: string, headers: Record<string, string>, body?: string) {
  const method = body === undefined ? 'GET' : path.startsWith('/mailer') ? 'POST' : 'PUT';
  const response = await request(`${appsUrl}${path}`, { method, headers, body: body ?? null });
  const text = await response.body.text();
  const isJson = response.headers['content-type']?.includes('json') ?? false;
  return {
    status: response.statusCode,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  };
}

describe('the sample apps listen beside the service, where', () => {
  test.each([
    ['/crm/contacts', {}, 401],
    ['/crm/contacts', { Authorization: 'Bearer not-a-secret' }, 401],
    ['/crm/contacts', key, 200],
    ['/crm/contacts/c-99', key, 404],
    ['/crm/contacts/c-1', key, 200],
    ['/crm/nothing', key, 404],
    ['/crm/contacts?page=0', key, 400],
    ['/crm/contacts?modifiedSince=soon', key, 400],
    ['/mailer/lists', {}, 401],
    ['/mailer/lists', { Authorization: 'Bearer anybody' }, 401],
    ['/files/files', {}, 401],
    ['/files/files', { Authorization: 'Basic bm9jb2xvbg==' }, 401],
    ['/files/files', basic, 200],
    ['/files/files', key, 200],
    ['/files/files/f-99', key, 404],
    ['/our-app/orders', {}, 200],
    ['/nothing', {}, 404],
  ] as const)('%s with %j is a %i', async (path, headers, status) => {
    expect((await ask(path, headers)).status).toBe(status);
  });

  test('bodies are looked at', async () => {
    expect((await ask('/crm/contacts', key, '{"Contact":{}}')).status).toBe(422);
    expect((await ask('/crm/contacts', key, 'x')).status).toBe(400);
    expect((await ask('/files/files', key, '<file><name>')).status).toBe(400);
    expect((await ask('/files/files', key, '<file><a/></file>')).status).toBe(422);
  });

  test('a file is not written over unless that is wished, and does not climb', async () => {
    const body = '<file><name>a</name><n>1</n></file>';
    expect((await ask('/files/files?folder=x', key, body)).status).toBe(201);
    expect((await ask('/files/files?folder=x', key, body)).status).toBe(200);
    expect((await ask('/files/files?folder=x&overwrite=false', key, body)).status).toBe(409);
    const climbing = '<file><name>../../b</name></file>';
    expect((await ask('/files/files?root=/in&folder=../..', key, climbing)).body).toContain(
      '<path>/in/b</path>',
    );
  });
});

test('a method reaches a sample app over its port while that is open', async () => {
  const account = await openConnectors();
  const id = await account.install('Our App');
  const method = await account.findMethod('Our App', 'List orders');
  const inside = await account.callMethod(id, method);
  const { appsUrl: url } = await account.emulator.listen();
  expect((await account.callMethod(id, method)).body).toEqual(inside.body);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[0-9]+$/);
  expect((await account.emulator.listen()).appsUrl).toBe(url);
});

test('a world without sample apps opens no port for them', async () => {
  const other = await startEmulator({ world: {} });
  expect((await other.listen()).appsUrl).toBeNull();
});

test('the control port shows what the apps hold, and lets them refuse', async () => {
  const { caller, emulator: own, ...account } = await openConnectors({ control: true });
  const id = await account.install('Sample CRM', { AuthValue: 'not-a-secret' });
  const method = await account.findMethod('Sample CRM', 'Get contact');
  const call = () => account.callMethod(id, method, { Parameters: { contactId: 'c-1' } });
  expect((await call()).status).toBe(200);

  const contents = await caller.call('GET', '/__control/apps');
  expect(contents.body.crm.contacts).toHaveLength(23);
  expect(contents.body).toEqual(own.control.readApps());

  await caller.call('POST', '/__control/apps', { app: 'crm', tooMany: 1, retryAfterS: 7 });
  expect((await call()).body.Message).toMatch(/answered 429 Too Many Requests/);
  expect((await call()).status).toBe(200);

  await caller.call('POST', '/__control/apps', { app: 'crm', revoke: 'not-a-secret' });
  expect((await call()).body.Message).toMatch(/^Failed to authenticate the connector/);
  await caller.call('PUT', `/v1.0/account/connectors/${id}`, { AuthValue: 'another' });
  expect((await call()).status).toBe(200);

  expect((await caller.call('POST', '/__control/apps', { app: 'none' })).status).toBe(404);
});

test('what an app holds stays in the data folder until a reset', async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'cyclectl-apps-'));
  try {
    const first = await openConnectors({ dataDirectory });
    const id = await first.install('Sample CRM', { AuthValue: 'key' });
    const method = await first.findMethod('Sample CRM', 'Upsert contact');
    await first.callMethod(id, method, { Fields: { 'Contact.Email': 'new@example.com' } });
    await first.emulator.close();
    const second = await startEmulator({ world: quickstartWorld, dataDirectory });
    const count = () => second.control.readApps().crm?.contacts?.length;
    expect(count()).toBe(24);
    second.control.reset();
    expect(count()).toBe(23);
    await second.close();
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true });
  }
});

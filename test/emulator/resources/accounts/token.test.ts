import { beforeEach, expect, test } from 'vitest';
import type { Emulator } from '../../../../src/emulator/emulator.ts';
import { askToken, makeCaller, signIn, startEmulator } from '../../support/start-emulator.ts';

const world = {
  clients: [{ clientId: 'sample', clientSecret: 'sample-not-a-secret' }],
  accounts: [{ id: 'northwind' }, { id: 'contoso' }],
};
const right = {
  grant_type: 'client_credentials',
  client_id: 'sample',
  client_secret: 'sample-not-a-secret',
};
let emulator: Emulator;

beforeEach(async () => {
  emulator = await startEmulator({ world, frozenAt: '2026-11-21T10:00:00Z' });
});

test('a token is a bearer token of 64 hex characters that lives for fourteen days', async () => {
  const { status, body } = await askToken(emulator, right);
  expect(status).toBe(200);
  expect(body).toEqual({
    access_token: expect.stringMatching(/^[0-9a-f]{64}$/),
    token_type: 'bearer',
    expires_in: 1209599,
    clientId: 'sample',
    '.issued': 'Sat, 21 Nov 2026 10:00:00 GMT',
    '.expires': 'Sat, 05 Dec 2026 09:59:59 GMT',
    '.refresh': 'False',
  });
});

test.each([
  [{ ...right, client_secret: 'wrong' }, 401],
  [{ ...right, client_id: 'nobody' }, 401],
  [{ ...right, grant_type: 'password' }, 400],
  [{ ...right, scope: 'account:nobody' }, 400],
])('%j gets %i', async (form, status) => {
  expect((await askToken(emulator, form)).status).toBe(status);
});

test('several tokens live at once', async () => {
  const [first, second] = [await signIn(emulator), await signIn(emulator)];
  expect(first.token).not.toBe(second.token);
  for (const caller of [first, second]) {
    expect((await caller.call('GET', '/v1.0/accounts')).status).toBe(200);
  }
});

test('without a token, or with an unknown one, everything is 401', async () => {
  for (const token of ['', 'f'.repeat(64)]) {
    const { status } = await makeCaller(emulator, token, {}).call('GET', '/v1.0/accounts');
    expect(status).toBe(401);
  }
});

test('a token for one account opens that account alone', async () => {
  const caller = await signIn(emulator, 'account:northwind');
  expect((await caller.call('GET', '/v1.0/accounts/northwind')).status).toBe(200);
  expect((await caller.call('GET', '/v1.0/accounts/contoso')).status).toBe(403);
  expect((await caller.call('GET', '/v1.0/accounts')).status).toBe(403);
  expect((await caller.call('POST', '/v1.0/accounts', { Name: 'New' })).status).toBe(403);
});

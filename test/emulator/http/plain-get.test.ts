import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openEmulator } from '../../../src/emulator/emulator.ts';
import { closeAfterFile } from '../../support/opened.ts';

const world = await readFile('examples/quickstart/world.yaml', 'utf8');
const emulator = await openEmulator({ world, frozenAt: '2026-12-01T06:00:00Z' });
closeAfterFile(() => emulator.close());

const token = { authorization: `Bearer ${emulator.makeAccessToken()}` };

test.each([
  { target: '/v1.0/connectors?page=1', headers: token },
  { target: '/v1.0/templates', headers: token },
  { target: '/v1.0/accounts?pageSize=1', headers: token },
  { target: '/v1.0/templates', headers: {} },
  { target: '/v1.0/cycles', headers: token },
  { target: '/v1.0/nothing', headers: token },
])('a plain GET of $target is answered as a Request is', async ({ target, headers }) => {
  const plain = await emulator.get(target, headers);
  const response = await emulator.fetch(new Request(`http://localhost${target}`, { headers }));
  const { 'x-content-type-options': _, ...shown } = Object.fromEntries(response.headers);
  expect(plain).toEqual({ status: response.status, headers: shown, text: await response.text() });
});

test('a plain GET is in the request log, and a fault hits it', async () => {
  const before = emulator.requests().length;
  emulator.control.plantFaults([{ path: '/v1.0/templates', do: 'status', status: 503 }]);
  expect((await emulator.get('/v1.0/templates', token)).status).toBe(503);
  expect(emulator.requests().slice(before)).toMatchObject([
    { method: 'GET', path: '/v1.0/templates', status: 503 },
  ]);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataFolderHeldError } from '../../src/emulator/data-folder.ts';
import { openEmulator } from '../../src/emulator/emulator.ts';
import { signIn, startEmulator } from './start-emulator.ts';

let dataDirectory: string;

beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'emulator-'));
});

afterEach(() => {
  rmSync(dataDirectory, { recursive: true, force: true });
});

test('what was written is there when the folder is opened again, tokens included', async () => {
  const world = { accounts: [{ id: 'northwind' }] };
  const first = await openEmulator({ world, dataDirectory });
  const caller = await signIn(first);
  await caller.call('POST', '/v1.0/accounts', { Id: 'contoso', Name: 'Contoso' });
  await caller.call('DELETE', '/v1.0/accounts/northwind', {});
  await first.close();

  const second = await startEmulator({ world, dataDirectory });
  const again = await second.fetch(
    new Request('http://emulator/v1.0/accounts', {
      headers: { Authorization: `Bearer ${caller.token}` },
    }),
  );
  expect(await again.json()).toMatchObject([{ Id: 'contoso' }]);
  await second.close();
});

test('a folder that is held is refused after the wait, and its holder is named', async () => {
  const holder = await openEmulator({ world: {}, dataDirectory });
  const refused = openEmulator({ world: {}, dataDirectory, waitMs: 60 });
  await expect(refused).rejects.toThrow(DataFolderHeldError);
  await expect(refused).rejects.toThrow(
    new RegExp(`is held by process ${process.pid}, since .*; waited 60 ms`),
  );
  const waiting = openEmulator({ world: {}, dataDirectory });
  await holder.close();
  await (await waiting).close();
});

test('a process that was killed leaves what it had answered, and no lock', async () => {
  const script = `
    import { DataFolderHeldError } from '../../src/emulator/data-folder.ts';
import { openEmulator } from ${JSON.stringify(import.meta.resolve('../../src/emulator/emulator.ts'))};
    const emulator = await openEmulator({ world: {}, dataDirectory: ${JSON.stringify(dataDirectory)} });
    const { url } = await emulator.listen();
    console.log(JSON.stringify({ url, ...emulator.credentials }));
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const { url, clientId, clientSecret } = JSON.parse(String(line));
  const { request } = await import('undici');
  const token = await request(`${url}/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `grant_type=client_credentials&client_id=${clientId}&client_secret=${clientSecret}`,
  });
  const { access_token } = (await token.body.json()) as { access_token: string };
  const made = await request(`${url}/v1.0/accounts`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${access_token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ Id: 'northwind', Name: 'Northwind' }),
  });
  expect(made.statusCode).toBe(200);
  child.kill('SIGKILL');
  await once(child, 'exit');

  const emulator = await openEmulator({ world: {}, dataDirectory, waitMs: 0 });
  const caller = await signIn(emulator);
  expect((await caller.call('GET', '/v1.0/accounts/northwind')).body.Name).toBe('Northwind');
  await emulator.close();
});
